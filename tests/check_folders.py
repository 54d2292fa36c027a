#!/usr/bin/env python3
"""Whether folders use only what stands above them, by the list of docs/architecture.md, and no headers include each
other in a circle. Without arguments, in the root of a checkout. Prints what is wrong; status 1 then."""
import pathlib
import re
import sys

SOURCES = ("include", "kernels", "src")


def listed():
    """The folders of src/ in the order of the list."""
    text = pathlib.Path("docs/architecture.md").read_text()
    return re.findall(r"^    src/(\w+)/", text, re.M)


def files():
    """Of each file that may be included or includes, the text."""
    found = [path for root in SOURCES for path in pathlib.Path(root).rglob("*.[ch]")]
    return {str(path): path.read_text() for path in found}


def included(path, texts):
    """The files of the checkout that a file includes."""
    for name in re.findall(r'^#include "([^"]+)"', texts[path], re.M):
        places = [str(pathlib.Path(path).parent / name)] + [f"{root}/{name}" for root in SOURCES]
        yield from [place for place in places if place in texts][:1]


def circle(start, graph):
    """A way along includes from a header back to itself, or None."""
    seen, ways = set(), [[start]]
    while ways:
        way = ways.pop()
        for following in graph[way[-1]]:
            if following == start:
                return way + [start]
            if following not in seen:
                seen.add(following)
                ways.append(way + [following])
    return None


def main():
    texts, order = files(), listed()
    graph = {path: list(included(path, texts)) for path in texts}
    wrong = []
    for path, names in sorted(graph.items()):
        folder = path.split("/")[1]
        if not path.startswith("src/"):
            wrong += [f"{path} includes {name}, which is the host's" for name in names if name.startswith("src/")]
        elif folder not in order:
            wrong.append(f"{path}: docs/architecture.md does not list src/{folder}/")
        else:
            used = [name for name in names if name.startswith("src/") and name.split("/")[1] in order]
            wrong += [f"{path} includes {name}, whose folder stands below its own in docs/architecture.md"
                      for name in used if order.index(name.split("/")[1]) > order.index(folder)]
            wrong += [f"{path} includes {name}: src/cli/ uses public headers and study/study.h alone"
                      for name in used if folder == "cli" and not re.match(r"src/(cli/|study/study\.h)", name)]
        way = circle(path, graph) if path.endswith(".h") else None
        if way and way[0] == min(way):
            wrong.append("a circle: " + " includes ".join(way))
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
