#!/usr/bin/env python3
"""check_outside.py: no committed file leads out of the checkout, whose folder may stand alone on any machine.

A relative path that goes up is there, seen from its file. No path begins in somebody's home. With --self it tries
itself on samples.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
UPWARDS = re.compile(r"(?<![\w$}/.])(?:\.\./)+[\w.+-]+(?:/[\w.+-]+)*")
ABOVE_ROOT = re.compile(r"(?:PROJECT_SOURCE_DIR\}|TEST_SOURCE \")/\.\.")
HOMES = re.compile(r"(?<![\w.$}])/(?:home|root|work)/\w+")
UP = ".." + "/"
SAMPLES = [  # of a file in tests/, and whether it stays within
    ('#include "../src/cli/cli.h"', True),
    (f"set(data ${{PROJECT_SOURCE_DIR}}/{UP}elsewhere)", False),
    (f'fopen(TEST_SOURCE "/{UP}data/x")', False),
    (f"see {UP}elsewhere/points.yaml", False),
    (f"see {UP}{UP}points.yaml", False),
    ("cd /" + "home/somebody/tessera", False),
    ("cd ../docs and on...", True),
]


def leads_out(folder, line):
    """What in a line of a file in `folder` is not within the checkout."""
    for path in UPWARDS.findall(line):
        target = (folder / path.rstrip(".")).resolve()
        if ROOT not in target.parents or not target.exists():
            yield path
    for pattern in ABOVE_ROOT, HOMES:
        yield from pattern.findall(line)


def main():
    if sys.argv[1:] == ["--self"]:
        wrong = [line for line, good in SAMPLES if (not list(leads_out(ROOT / "tests", line))) != good]
        sys.exit(f"judged wrongly: {wrong}" if wrong else 0)
    found = 0
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            for path in leads_out((ROOT / name).parent, line):
                print(f"{name}:{number}: {path} leads out of the checkout, or to nothing")
                found += 1
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
