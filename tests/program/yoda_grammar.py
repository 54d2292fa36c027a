"""A strict reader of YODA 1 histograms, and of what Rivet writes beside them, written from the published format alone
(https://yoda.hepforge.org): it shares nothing with Tessera's own reader.

    python3 yoda_grammar.py FILE...    ends with 0 where each file obeys the format
"""

import re
import sys

NUMBER = r"[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?"
RUN = re.compile(r"BEGIN YODA_(COUNTER|SCATTER1D)_V2 (/_EVTCOUNT|/_XSEC)$")
BEGIN = re.compile(r"BEGIN YODA_HISTO1D(_V2)? (/\S+)$")
FLOW = re.compile(rf"(Total|Underflow|Overflow)\s+\1\s+({NUMBER}(?:\s+{NUMBER}){{4}})$")
BIN = re.compile(rf"{NUMBER}(?:\s+{NUMBER}){{6}}$")


def annotations(lines, number, path, version):
    """The lines from BEGIN to the data; returns where the data begin."""
    separator = ":" if version == 2 else "="
    found = {}
    while version == 2 and lines[number] != "---" or version == 1 and not lines[number].startswith("#"):
        line = lines[number]
        number += 1
        if version == 1 and not line:
            continue
        key, mark, value = line.partition(separator)
        assert mark and key.isidentifier() and key not in found, f"line {number}: {line!r} is no annotation"
        found[key] = value.strip()
    assert found.get("Path") == path, f"line {number}: Path differs from BEGIN"
    assert found.get("Type") == "Histo1D", f"line {number}: Type is not Histo1D"
    return number + (version == 2)


def histogram(lines, number):
    """One block; returns its content and the number of the line behind it."""
    begin = BEGIN.match(lines[number])
    assert begin, f"line {number + 1}: {lines[number]!r} begins no Histo1D"
    version = 2 if begin.group(1) else 1
    number = annotations(lines, number + 1, begin.group(2), version)
    flows, bins = {}, []
    while lines[number] != f"END YODA_HISTO1D{begin.group(1) or ''}":
        line = lines[number]
        number += 1
        flow = FLOW.match(line)
        if line.startswith("#"):
            continue
        if flow:
            assert not bins and flow.group(1) not in flows, f"line {number}: out of order"
            flows[flow.group(1)] = [float(word) for word in flow.group(2).split()]
            continue
        assert BIN.match(line), f"line {number}: {line!r} is no bin"
        bins.append([float(word) for word in line.split()])
        assert bins[-1][0] < bins[-1][1], f"line {number}: an empty bin"
        assert len(bins) < 2 or bins[-2][1] - bins[-1][0] <= 1e-6 * (1 + abs(bins[-1][0])), f"line {number}: bins overlap"
    assert list(flows) == ["Total", "Underflow", "Overflow"], f"line {number}: Total, Underflow, Overflow are missing"
    entries = sum(row[6] for row in bins) + flows["Underflow"][4] + flows["Overflow"][4]
    assert entries == flows["Total"][4], f"line {number}: the entries do not add up to Total"
    weight = sum(row[2] for row in bins) + flows["Underflow"][0] + flows["Overflow"][0]
    scale = sum(abs(row[2]) for row in bins) + abs(flows["Underflow"][0]) + abs(flows["Overflow"][0])
    assert abs(weight - flows["Total"][0]) <= 1e-4 * scale, f"line {number}: the weights do not add up to Total"
    return {"path": begin.group(2), "flows": flows, "bins": bins}, number + 1


def run_facts(lines, number):
    """A block of /_EVTCOUNT or /_XSEC; returns its numbers and the number of the line behind it."""
    kind, path = RUN.match(lines[number]).groups()
    assert (kind, path) in (("COUNTER", "/_EVTCOUNT"), ("SCATTER1D", "/_XSEC")), f"line {number + 1}: {path} is a {kind}"
    type_ = {"COUNTER": "Counter", "SCATTER1D": "Scatter1D"}[kind]
    head = [f"Path: {path}", "Title: ~", f"Type: {type_}", "---"]
    assert lines[number + 1 : number + 5] == head, f"line {number + 2}: expected {head}"
    data = [line for line in lines[number + 5 : number + 7] if not line.startswith("#")]
    assert len(data) == 1 and re.fullmatch(rf"{NUMBER}(\t{NUMBER}){{2}}", data[0]), f"line {number + 7}: expected three numbers"
    assert lines[number + 7] == f"END YODA_{kind}_V2", f"line {number + 8}: expected the end of {path}"
    return path, [float(word) for word in data[0].split()], number + 8


def read_all(name):
    """The histograms, and what the file says of the run: {"/_XSEC": [value, error, error], ...}."""
    with open(name, encoding="utf-8") as file:
        lines = file.read().split("\n")
    found, facts, number = [], {}, 0
    while number < len(lines):
        if not lines[number] or lines[number].startswith("#"):
            number += 1
            continue
        if RUN.match(lines[number]):
            path, facts[path], number = run_facts(lines, number)
            continue
        content, number = histogram(lines, number)
        found.append(content)
    return found, facts


def read(name):
    return read_all(name)[0]


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        try:
            print(f"{argument}: {len(read(argument))} histograms")
        except (AssertionError, IndexError) as problem:
            sys.exit(f"{argument}: {problem}")
