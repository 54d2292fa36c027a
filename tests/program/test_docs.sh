#!/usr/bin/env bash
# test_docs.sh BUILD [PAGE]...: runs every ```sh block of README.md and docs/*.md, or of these pages; without
# TESSERA_TEST_CI those of the first pages that users read. Each must succeed. One folder a page, holding ./tessera (the program in BUILD) and the examples. Blocks marked ```sh long run
# where TESSERA_TEST_LONG is set. Those marked ```sh ci and ```sh mpi, which build or test the project, are left to .ci/run.
# A block marked ```output holds lines of what the ```sh block above it prints (check_sample.py).
set -euo pipefail
build=$1
shift
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 "$source/tests/check_links.py" "$source"

ran=0 failed=0 samples=0
if [ $# = 0 ]; then
    set -- "$source"/README.md "$source"/docs/{quickstart,integrate}.md
    [ -z "${TESSERA_TEST_CI:-}" ] || set -- "$source"/README.md "$source"/docs/*.md
fi
for page; do
    folder=$work/$(basename "$page" .md)
    mkdir "$folder"
    cp -r "$source/examples" "$folder"
    ln -s "$build/tessera" "$folder/tessera"
    awk -v mark=sh -v out="$folder.sh." -f "$source/tests/program/blocks.awk" "$page"
    [ -z "${TESSERA_TEST_LONG:-}" ] || awk -v mark="sh long" -v out="$folder.long." -f "$source/tests/program/blocks.awk" "$page"
    awk -v out="$folder.output." -f "$source/tests/program/samples.awk" "$page"
    for block in $(find "$work" -path "$folder.sh.*" -o -path "$folder.long.*" | sort -V); do
        ran=$((ran + 1))
        if ! (cd "$folder" && sh -eu "$block") >"$work/output" 2>&1 </dev/null; then
            failed=$((failed + 1))
            echo "${page#"$source"/}: ${block##*/} failed:"
            sed 's/^/    $ /' "$block"
            tail -n 20 "$work/output"
        fi
        for sample in "$folder.output.${block##*.sh.}".*; do
            case $block in *.sh.*) [ -e "$sample" ] || continue ;; *) continue ;; esac
            samples=$((samples + 1))
            python3 "$source/tests/program/check_sample.py" "$sample" "$work/output" >"$work/difference" && continue
            failed=$((failed + 1))
            echo "${page#"$source"/}: a sample output is stale:"
            cat "$work/difference"
        done
    done
done
echo "$ran blocks ran, $samples sample outputs compared, $failed failed"
[ "$failed" = 0 ] && [ "$ran" -gt 0 ] && [ "$samples" -gt 0 ]
