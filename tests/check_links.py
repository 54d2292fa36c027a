#!/usr/bin/env python3
"""check_links.py FOLDER: every relative link of the Markdown pages below FOLDER leads to a file there, and to a heading of it."""
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

LINK = re.compile(r"(?<!!)\[[^\]\[]*\]\(\s*<?([^)\s>]+)>?[^)]*\)")
HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*$")


def text_lines(page):
    """The lines outside of blocks of code, without code in the line."""
    inside = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            inside = not inside
        elif not inside and not line.startswith("    "):
            yield number, re.sub(r"`[^`]*`", "``", line), line


def anchors(page):
    """The names of the headings as GitHub makes them."""
    found = {}
    for _, _, line in text_lines(page):
        heading = HEADING.match(line)
        if heading:
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1))
            name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
            count = found.get(name, 0)
            found[name] = count + 1
            yield f"{name}-{count}" if count else name


def pages_of(root):
    """Those that git knows, or in an installation all."""
    if (root / ".git").exists():
        names = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard", "*.md"], capture_output=True, text=True, check=True)
        return [root / name for name in names.stdout.split("\n") if name and (root / name).exists()]
    return sorted(root.rglob("*.md"))


def main(root):
    root = pathlib.Path(os.path.realpath(root))
    dead, count = [], 0
    for page in pages_of(root):
        for number, line, _ in text_lines(page):
            for target in LINK.findall(line):
                if re.match(r"[a-z]+:", target):
                    continue
                count += 1
                path, _, anchor = target.partition("#")
                file = pathlib.Path(os.path.normpath(page.parent / urllib.parse.unquote(path))) if path else page
                if not file.is_relative_to(root) or not file.exists():
                    dead.append(f"{page.relative_to(root)}:{number}: {target}: there is no such file")
                elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                    dead.append(f"{page.relative_to(root)}:{number}: {target}: there is no such heading")
    print("\n".join(dead))
    print(f"{count} links, {len(dead)} dead")
    return 1 if dead or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
