#!/usr/bin/env bash
# test_plot.sh BUILD: pictures of results and the page beside each: what they show is what the histograms hold.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/.." && pwd)
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
python3 "$source/tests/check_page.py" a/report.html a/histograms.yoda
grep -q '<pre tabindex="0">process: g g &gt; g g' a/report.html || fail "the card is not in the report"

"$tessera" run "$source/examples/gluon-jets.yaml" --out b --quiet --set integration.events=20000 --seed 2 --no-report \
    --force >/dev/null
[ ! -e b/report.html ] || fail "--no-report leaves the report of an older run"

# Several results: p-values as compare says them, ratios below.
"$tessera" plot a b --label first --label "<second>" --out both.html >out
python3 "$source/tests/check_page.py" both.html a/histograms.yoda
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
python3 "$source/tests/check_page.py" compared.html a/histograms.yoda

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
