#!/usr/bin/env python3
"""check_words.py PATH...: whether the comments of C sources and scripts are plain sentences.

A sentence has at most 25 words, and no comment begins with a pronoun, which would point at another line. A blank line ends
a sentence too. What is indented or set in columns, such as a formula, a table or code, is none. Prints PLACE: what is wrong,
one a line, and exits with 1 where there is one. `check_words.py --self` tries the rule on samples."""
import io
import os
import re
import sys
import tokenize

MOST_WORDS = 25
POINTERS = re.compile(r"(It|They|This|That|These|Those|Its|Their|Them|Same|The same|Such|Ditto|Likewise|As above|Here|Of (?:it|that|them|these|those))\b", re.I)
TOKENS = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)
NO_SENTENCE = re.compile(r" {2,}|\t|- |\d+\. |@|labels: |.*\S {3,}\S")
ABBREVIATIONS = re.compile(r"\b(e\.g|i\.e|cf|Eq|Eqs|Sec|Ref|et al|Phys|Rev|Lett|Nucl|Comput|Commun|Rep|vol|no|pp|approx)\.")


def of_lines(found):
    """(line, lines) of comments, of which those that fill lines of their own one after the other are one."""
    comments, last = [], None
    for line, body, alone in found:
        if alone and last == line - 1:
            comments[-1][1].append(body)
        else:
            comments.append((line, [body]))
        last = line if alone else None
    return comments


def c_comments(text):
    """(line, lines) of the comments of C."""
    blocks, rest = [], []
    for match in TOKENS.finditer(text):
        token, line = match.group(), text.count("\n", 0, match.start()) + 1
        margin = match.start() - text.rfind("\n", 0, match.start()) - 1
        if token.startswith("/*"):
            lines = token[2:-2].split("\n")
            lines = [lines[0].lstrip("*<! ")] + [re.sub(r"^\s*\*? ?" if "*" in further[:margin + 3] else r"^ {0,%d}" % (margin + 3),
                                                        "", further) for further in lines[1:]]
            blocks.append((line, lines))
        elif token.startswith("//"):
            alone = not text[match.start() - margin:match.start()].strip()
            rest.append((line, re.sub(r"^//[/!]?<? ?", "", token), alone))
    return sorted(blocks + of_lines(rest))


def script_comments(text):
    """(line, lines) of comments of a script, but for its first line and what tools read."""
    found = []
    for line, content in enumerate(text.split("\n"), 1):
        match = re.match(r"(.*?(?:^|\s))#(?![!{(]) ?(.*)$", content)
        if match and line > 1 and not re.search(r"[\"'$]", match[1]) and not match[2].startswith(("shellcheck", "noqa", "type:")):
            found.append((line, match[2], not match[1].strip()))
    return of_lines(found)


def python_comments(text):
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return of_lines((token.start[0], token.string[1:].removeprefix(" "), not token.line[:token.start[1]].strip())
                    for token in tokens if token.type == tokenize.COMMENT and token.start[0] > 1)


def paragraphs(first, lines):
    """(line, text) of each paragraph of running text."""
    found, current = [], []
    for line, content in enumerate(lines + [""], first):
        if not content.strip() or NO_SENTENCE.match(content):
            if current:
                found.append((start, " ".join(current)))
            current = []
            continue
        if not current:
            start = line
        current.append(content.strip())
    return found


def sentences(text):
    text = ABBREVIATIONS.sub(r"\1", re.sub(r"```\w+|`[^`]*`", "CODE", text))
    return re.split(r"(?<=[.?])[)\"']?\s+", text)


def words(sentence):
    return sum(1 for word in sentence.split() if re.search(r"[A-Za-z]", word))


def findings(comments):
    for first, lines in comments:
        parts = paragraphs(first, lines)
        pointer = POINTERS.match(parts[0][1]) if parts else None
        if pointer:
            yield parts[0][0], f"the comment begins with '{pointer[0]}'; name what it is about"
        for line, paragraph in parts:
            for sentence in sentences(paragraph):
                if words(sentence) > MOST_WORDS:
                    yield line, f"{words(sentence)} words in '{sentence}'"


def comments_of(path, text):
    if path.endswith((".c", ".h")):
        return c_comments(text)
    return python_comments(text) if path.endswith(".py") else script_comments(text)


def is_source(name):
    return name.endswith((".c", ".h", ".sh", ".py", ".awk")) or name == "CMakeLists.txt"


def sources(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for where, _, names in sorted(os.walk(path)):
            yield from (os.path.join(where, name) for name in sorted(names) if is_source(name))


LONG = "Word " * MOST_WORDS + "more"
SAMPLES = [  # a file's name, its text, lines with something wrong
    ("good.c", "/* A size [GeV]. */\nint a; /* count of events, -1: none */\nchar *s = \"/* It */\";\n", []),
    ("long.c", f"int a;\n/* {LONG}. */\n", [2]),
    ("split.c", f"/* {LONG[:60]}.\n * {LONG[:60]}. */\n", []),
    ("wrapped.c", f"/* {LONG[:60]}\n * {LONG[60:]}. */\n", [1]),
    ("second.c", f"/* Short.\n *\n * Then: {LONG}. */\n", [3]),
    ("semicolon.c", f"// {LONG[:60]};\n// {LONG[60:]}.\n", [1]),
    ("formula.c", f"/* A sum:\n *\n *     {LONG}\n *\n * of it. */\n", []),
    ("pointer.c", "int a; /* its size */\nint b; /**< The same of b. */\n// This is b.\nint c; /* of these */\n", [1, 2, 3, 4]),
    ("no_pointer.c", "/* Items, Theirs */\n/* Italy */\n", []),
    ("code.c", "/* `" + "word " * 30 + "` is one word. */\n", []),
    ("pointer.sh", "#!/bin/sh\n# These are bad.\necho \"# It\" ${#a}\n", [2]),
    ("long.py", f"#!/usr/bin/env python3\na = '# {LONG}'\nb = 1  # {LONG}\n", [3]),
]


def try_samples():
    """Whether the rule finds in each sample what is wrong there, and nothing else."""
    failed = 0
    for name, text, wrong in SAMPLES:
        found = [line for line, _ in findings(comments_of(name, text))]
        if found != wrong:
            print(f"{name}: found lines {found} in place of {wrong}")
            failed += 1
    print(f"{len(SAMPLES) - failed} of {len(SAMPLES)} samples")
    return 1 if failed else 0


def main(paths):
    if paths == ["--self"]:
        return try_samples()
    wrong = 0
    for path in sources(paths):
        with open(path, encoding="utf-8") as file:
            for line, what in findings(comments_of(path, file.read())):
                print(f"{path}:{line}: {what}")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
