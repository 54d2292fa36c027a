#!/usr/bin/env bash
# test_site.sh BUILD: the documentation as a site (tools/site) is made without a warning. It has every public
# function of C and the names of the Python package, and a link that leads nowhere is an error. labels: long
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools=$build/../site
if ! cmp -s "$source/tools/site/requirements.txt" "$tools/requirements.txt"; then
    if ! { python3 -m venv --clear "$tools" && "$tools/bin/pip" install -q -r "$source/tools/site/requirements.txt"; } >"$work/pip" 2>&1; then
        tail -n 3 "$work/pip"
        echo "skipped: mkdocs could not be installed"
        exit 77
    fi
    cp "$source/tools/site/requirements.txt" "$tools"
fi

"$tools/bin/python" "$source/tools/site/build.py" "$work/site" >"$work/words" 2>&1 || { cat "$work/words"; exit 1; }
if grep -vE "^INFO " "$work/words"; then exit 1; fi

missing=0
while read -r name; do
    grep -q "$name" "$work"/site/c/*.html || { echo "no page of C has $name"; missing=1; }
done < <(cat "$source"/include/tessera/*.h | tr '\n' ' ' | grep -oE 'TS_API [^;(]*\(' | grep -oE 'ts_[a-z_0-9]+\($' | tr -d '(')
for name in run scan integrate Integrator amplitude pdf events shower merge devices; do
    grep -q "id=\"tessera.$name\"" "$work/site/python-interface.html" || { echo "the page of Python has no $name"; missing=1; }
done
[ "$missing" = 0 ]
grep -q prefers-color-scheme "$work/site/index.html"
! grep -rhoE '<(script|link|img)[^>]* (src|href)="https?://[^"]*"' "$work/site" --include='*.html' || { echo "pages need the network"; exit 1; }

mkdir "$work/copy"
cp -r "$source"/{docs,tools,include,python,examples,CONTRIBUTING.md} "$work/copy"
echo '[nowhere](not-there.md)' >>"$work/copy/docs/pdf.md"
if "$tools/bin/python" "$work/copy/tools/site/build.py" "$work/broken" >"$work/words" 2>&1; then
    echo "a link that leads nowhere is no error"
    exit 1
fi
grep -q 'not-there.md' "$work/words"
