#!/usr/bin/env python3
"""check_skips.py JUNIT...: programs that were skipped as a whole say why, and the machine is to blame, not the checkout.

JUNIT is ctest's file. A test of a program that leaves itself out says nothing: its source says for which device,
precision or length of a run. One that gives a reason ("skipped: ...") is judged too. With --self it tries
itself on samples.
"""

import re
import sys

ALLOWED = [re.compile(pattern) for pattern in (
    r"There is no (CUDA|OpenCL) device here: .*",
    r"there is no OpenCL device here",
    r"The device \"(cuda|opencl)\S*\" .*cannot be used: .*",
    r".* has no double precision",
    r".*\blibnvrtc\.so\b.*",
    r"there is no MPI here",
    r"there is no locale with a decimal comma, and none can be made",
    r"there is no Python with [\w, ]+ \(tests/peers/(python|models)\.txt\)",
    r"there is no python3 here",
    r"\S+ has no fastjet( or no pyhepmc)?",
    r"ModuleNotFoundError: No module named '(numpy|fastjet|pyhepmc|pythia8mc)\b.*",
    r"PyPI is not reached",
    r"mkdocs could not be installed",
    r"this build has no LHEH5",
    r"the sanitizers are no part of what others build",
    r"sanitizers stand before other libraries",
    r"statistics need no second look",
    r"every bit is the CPU's, as test_cubature shows",
    r"plans follow from sums, whose every bit is the CPU's",
    r"OpenCL's compilers of a CPU are slow",
)]
REASON = re.compile(r"(?:^|>)skipped: (.*?)(?=<|$)", re.M)
CASE = re.compile(r'<testcase name="([^"]*)".*?</testcase>', re.S)
ENTITIES = {"&apos;": "'", "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&"}
SAMPLES = [  # what a test's element in the file holds, and whether that will do
    ("", True),
    ('<skipped message="SKIP_RETURN_CODE=77"/><system-out>skipped: there is no MPI here\n</system-out>', True),
    ('<skipped message="SKIP_RETURN_CODE=77"/><system-out>skipped: there is no data/points.yaml\n</system-out>', False),
    ('<skipped message="SKIP_RETURN_CODE=77"/><system-out></system-out>', False),
    ("<system-out>skipped: tests/data/points is not there\n[  SKIPPED ] points\n</system-out>", False),
    ("<system-out>[  SKIPPED ] in_double_precision\n</system-out>", True),
]


def faults(text):
    """What is wrong with the skips of a JUnit file."""
    for case in CASE.finditer(text):
        content = case.group(0)
        for entity, letter in ENTITIES.items():
            content = content.replace(entity, letter)
        reasons = REASON.findall(content)
        if '<skipped message="SKIP' in content and not reasons:
            yield f"{case.group(1)} was skipped and does not say why"
        for reason in reasons:
            if not any(pattern.fullmatch(reason.rstrip(".")) for pattern in ALLOWED):
                yield f"{case.group(1)} was skipped for a reason that is not allowed: {reason}"


def main():
    if sys.argv[1:] == ["--self"]:
        wrong = [text for text, good in SAMPLES if (not list(faults(f'<testcase name="t">{text}</testcase>'))) != good]
        sys.exit(f"judged wrongly: {wrong}" if wrong else 0)
    found = []
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8", errors="replace") as file:
            found += faults(file.read())
    print("\n".join(found))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
