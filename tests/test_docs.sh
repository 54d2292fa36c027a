#!/usr/bin/env bash
# test_docs.sh BUILD: runs every ```sh block of README.md and docs/*.md and expects success. One folder a page, holding
# ./tessera (the program in BUILD) and the examples. Blocks marked ```sh long run where TESSERA_TEST_LONG is set; those
# marked ```sh ci, which build or test the project, are left to .ci/run.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 "$source/tests/check_links.py" "$source"

ran=0 failed=0
for page in "$source"/README.md "$source"/docs/*.md; do
    folder=$work/$(basename "$page" .md)
    mkdir "$folder"
    cp -r "$source/examples" "$folder"
    ln -s "$build/tessera" "$folder/tessera"
    awk -v mark=sh -v out="$folder.sh." -f "$source/tests/blocks.awk" "$page"
    [ -z "${TESSERA_TEST_LONG:-}" ] || awk -v mark="sh long" -v out="$folder.long." -f "$source/tests/blocks.awk" "$page"
    for block in $(find "$work" -path "$folder.*.*" | sort -V); do
        ran=$((ran + 1))
        if ! (cd "$folder" && sh -eu "$block") >"$work/output" 2>&1 </dev/null; then
            failed=$((failed + 1))
            echo "${page#"$source"/}: ${block##*/} failed:"
            sed 's/^/    $ /' "$block"
            tail -n 20 "$work/output"
        fi
    done
done
echo "$ran blocks ran, $failed failed"
[ "$failed" = 0 ] && [ "$ran" -gt 0 ]
