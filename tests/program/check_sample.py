#!/usr/bin/env python3
"""check_sample.py SAMPLE OUTPUT: whether the lines of SAMPLE, a block of a page, stand in OUTPUT, one after the other.

Times, machines and folders differ from run to run: of a line that begins with `time` only the words count, and of one that
begins with `device` the precision. A line of `...` stands for any others."""
import re
import sys


def masked(line):
    line = line.rstrip()
    if line.startswith("time "):
        return re.sub(r"[0-9][0-9.e+-]*", "#", line)
    if line.startswith("device "):
        return re.sub(r"^(device +).*(, \w+ precision)$", r"\1#\2", line)
    return line


def stand_at(sample, output, start):
    """Whether the sample's lines stand at this place of the output."""
    anywhere = False
    for line in sample:
        if line == "...":
            anywhere = True
            continue
        if anywhere and line in output[start:]:
            start = output.index(line, start)
        if start >= len(output) or output[start] != line:
            return False
        start, anywhere = start + 1, False
    return True


def main(sample_name, output_name):
    with open(sample_name, encoding="utf-8") as file:
        sample = [masked(line) for line in file]
    with open(output_name, encoding="utf-8") as file:
        output = [masked(line) for line in file if not line.startswith("tessera: Compiling")]
    if any(stand_at(sample, output, start) for start in range(len(output))):
        return 0
    print("the page has", *sample, "and the command prints", *output, sep="\n    ")
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
