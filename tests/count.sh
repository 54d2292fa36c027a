#!/bin/sh
# count.sh JUNIT [SKIPPED]: closes a run of ctest with "N passed, N failed, N skipped", from its JUnit file. It names
# what was skipped; SKIPPED more were not even started. A cmocka program counts with each of its tests, any other
# program as one. Fails where one failed or none passed.
set -eu
[ -f "$1" ] || { echo "0 passed, 0 failed, 0 skipped"; exit 1; }
awk -v skipped="${2:-0}" '
/^\t<testcase /                 { split($0, part, "\""); name = part[2]; status = part[8]; ok = bad = skip = 0 }
/^\t\t<skipped message="SKIP_/  { status = "skip" }
/^\[  PASSED  \] [0-9]+ test\(/ { ok += $4 }
/^\[  FAILED  \] [0-9]+ test\(/ { bad += $4 }
/^\[  SKIPPED \] [0-9]+ test\(/ { skip += $4 }
/^\[  SKIPPED \] [A-Za-z_]/     { if (!seen[name, $4]++) names = names "\n  " name ": " $4 }
/^\t<\/testcase>/ {
    if (status == "skip") { skip = 1; names = names "\n  " name }
    else if (status == "run") ok += (ok + bad + skip == 0)
    else bad += (bad == 0)
    passed += ok; failed += bad; skipped += skip
}
END {
    if (names) print "skipped:" names
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit failed > 0 || passed == 0
}' "$1"
