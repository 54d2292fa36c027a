#!/usr/bin/env bash
# test_plot.sh BUILD: pictures of results and the page beside each: what they show is what the histograms hold.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
tessera=$build/tessera

fail() { echo "$*" >&2 && exit 1; }

# refused STATUS SENTENCE ARGUMENT...: the program says so and writes no picture.
refused() {
    local wanted=$1 sentence=$2 status=0
    shift 2
    "$tessera" "$@" >out 2>err || status=$?
    [ $status = "$wanted" ] || fail "tessera $*: exit status $status"
    grep -q "$sentence" err || fail "tessera $*: $(cat err)"
    [ ! -e plot.html ] || fail "tessera $*: a picture was written"
}

"$tessera" run "$source/examples/gluon-jets.yaml" --out a --quiet --set integration.events=20000 >/dev/null
"$tessera" run "$source/examples/gluon-jets.yaml" --out b --quiet --set integration.events=20000 --seed 2 >/dev/null
python3 "$source/tests/program/check_page.py" a/report.html a/histograms.yoda
grep -q '<pre tabindex="0">process: g g &gt; g g' a/report.html || fail "the card is not in the report"

"$tessera" run "$source/examples/gluon-jets.yaml" --out b --quiet --set integration.events=20000 --seed 2 --no-report \
    --force >/dev/null
[ ! -e b/report.html ] || fail "--no-report leaves the report of an older run"

# Several results: p-values as compare says them, ratios below.
"$tessera" plot a b --label first --label "<second>" --out both.html >out
python3 "$source/tests/program/check_page.py" both.html a/histograms.yoda
"$tessera" compare a/histograms.yoda b/histograms.yoda --json >compared.json
python3 - <<'END'
import json, re
said = re.findall(r"&lt;second&gt;: p-value ([\d.e-]+)", open("both.html").read())
wanted = [f"{row['p_value']:.3g}" for row in json.load(open("compared.json"))["histograms"]]
assert said == wanted, (said, wanted)
END
[ "$(grep -c '>ratio</text>' both.html)" = 4 ] || fail "four histograms have four ratios"
"$tessera" plot a b --shapes --out both.svg >out
python3 -c 'import xml.etree.ElementTree as tree; tree.parse("both.svg")'

"$tessera" compare a/histograms.yoda b/histograms.yoda --plot compared.html >out
python3 "$source/tests/program/check_page.py" compared.html a/histograms.yoda

# A name that is no HTML, a histogram without weights, one with bins even in the logarithm.
cat >odd.yoda <<'END_OF_FILE'
BEGIN YODA_HISTO1D_V2 /x/<script>
Path: /x/<script>
Title: <script>alert(1)</script> & "more" [GeV]
Type: Histo1D
---
# ID	 ID	 sumw	 sumw2	 sumwx	 sumwx2	 numEntries
Total   	Total   	0	0	0	0	0
Underflow	Underflow	0	0	0	0	0
Overflow	Overflow	0	0	0	0	0
# xlow	 xhigh	 sumw	 sumw2	 sumwx	 sumwx2	 numEntries
1	10	0	0	0	0	0
10	100	0	0	0	0	0
END YODA_HISTO1D_V2
END_OF_FILE
"$tessera" plot odd.yoda --out odd.html >out
! grep -qi '<script' odd.html || fail "a title became a script"
! grep -q 'nan\|inf"' odd.html || fail "a number that is none"

# Bands: the least and the largest of the scales of each bin, and none where the set is not known.
python3 - >varied.yoda <<'END'
rows = {"": (4, 9), "[MUR=0.5_MUF=1_LHAPDF=7]": (5, 8), "[MUR=2_MUF=1_LHAPDF=7]": (3, 8.5), "[MUR=1_MUF=1_LHAPDF=8]": (1, 1)}
for name, heights in rows.items():
    print(f"BEGIN YODA_HISTO1D_V2 /x/a{name}\nPath: /x/a{name}\nTitle: a [GeV]\nType: Histo1D\n---\n"
          f"Total Total {2 * sum(heights)} 1 0 0 9\nUnderflow Underflow 0 0 0 0 0\nOverflow Overflow 0 0 0 0 0")
    for i, height in enumerate(heights):
        print(f"{2 * i} {2 * i + 2} {2 * height} .01 0 0 9")
    print("END YODA_HISTO1D_V2\n")
END
"$tessera" plot varied.yoda --out varied.html >out
python3 - <<'END'
import re
page = open("varied.html").read()
assert re.findall(r'<td class="n">(\S+) to (\S+)</td>', page) == [("6", "10"), ("16", "18")], "the envelope's numbers"
assert "Its band of scales goes from 16 to 18." in page and page.count(">scales: least to largest</t") == 2
assert 'class="densities' not in page
assert page.count(">error bars: statistics of each bin</t") == 1 and re.search(r'class="error s0" d="M[\d.]+,[\d.]+V[\d.]+M[\d.]+,[\d.]+h', page)
main, _, ratio = re.findall(r'<path class="scales s0" d="([^"]+)"', page)
steps = [float(v) for v in re.findall(r",([\d.]+)H", re.search(r'series s0" d="(M[^"]+,[^"]+H[^"]+)"', page)[1])]
unit = (steps[0] - steps[1]) / (9 - 4)
ends = [tuple(map(float, pair)) for pair in re.findall(r",([\d.]+)H[\d.]+V([\d.]+)", main)]
for (low, high), step, (below, above) in zip(ends, steps, ((1, 1), (1, 0)), strict=True):
    assert abs(low - step - below * unit) < .2 and abs(step - high - above * unit) < .2, (ends, steps)
END
sed '/MUR/,/^END/d' varied.yoda >plain.yoda
"$tessera" plot plain.yoda varied.yoda --shapes --out with.html >out
python3 "$source/tests/program/check_page.py" varied.html plain.yoda
python3 - <<'END'
import re
page = open("with.html").read()
ends = [tuple(map(float, pair)) for pair in re.findall(r'<td class="n">(\S+) to (\S+)</td>', page)]
shapes = [(4 / 13, 5 / 13, 3 / 11.5), (9 / 13, 8 / 13, 8.5 / 11.5)]
assert all(abs(a - min(s)) < 1e-5 and abs(b - max(s)) < 1e-5 for (a, b), s in zip(ends, shapes, strict=True)), ends
END

# A page is no more than some ten times as long as the files that it draws, however many histograms and bins these have.
for layout in "300 90" "2 13500"; do
    python3 - "$layout" >large.yoda <<'END'
import sys
count, bins = map(int, sys.argv[1].split())
for k in range(count):
    print(f"BEGIN YODA_HISTO1D_V2 /x/h{k}\nPath: /x/h{k}\nTitle: h{k}\nType: Histo1D\n---\n# ID\tID\tsumw\tsumw2\tsumwx\tsumwx2\tnumEntries\n"
          + "".join(f"{name}\t{name}\t0\t0\t0\t0\t0\n" for name in ("Total", "Underflow", "Overflow"))
          + "# xlow\txhigh\tsumw\tsumw2\tsumwx\tsumwx2\tnumEntries\n"
          + "".join(f"{i}\t{i + 1}\t{1 + i % 7}\t1\t1\t1\t1\n" for i in range(bins)) + "END YODA_HISTO1D_V2\n")
END
    "$tessera" plot large.yoda --out large.html >out
    [ "$(stat -c %s large.html)" -lt $((12 * $(stat -c %s large.yoda))) ] || fail "of $(stat -c %s large.yoda) bytes a page of $(stat -c %s large.html)"
done

if command -v rsvg-convert >/dev/null; then
    "$tessera" plot a --out a.pdf >out
    "$tessera" plot a --out a.png >out
    [ "$(head -c 5 a.pdf)" = %PDF- ] || fail "a.pdf is no PDF"
    [ "$(head -c 4 a.png | tail -c 3)" = PNG ] || fail "a.png is no PNG"
fi
mkdir few && ln -s "$(command -v grep)" "$(command -v cat)" few
PATH=$work/few refused 2 'needs the program rsvg-convert' plot a --out a2.pdf
refused 2 'should end with .html' plot a --out a.gif
refused 2 'nowhere/histograms.yoda\|nowhere' plot nowhere
refused 2 'plot needs a RESULT' plot
refused 2 'and 8 can be told apart' plot a a a a a a a a a
refused 2 '2 labels for 1 result' plot a --label x --label y
[ "$(find . -name '*.svg.*' -o -name '*.pdf.*' | wc -l)" = 0 ] || fail "a temporary file stayed"
