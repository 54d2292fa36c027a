"""A page of the documentation from a public header: its docstrings, each above the declarations that it stands before."""

import re

COMMENT = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)


def words(comment):
    """A docstring as Markdown: its sentences, then its parameters as a list."""
    text = re.sub(r"^[ \t]*\* ?", "", comment, flags=re.MULTILINE).strip()
    text = re.sub(r"^@file\s*", "", text)
    text = re.sub(r"\s*@param\s+(\S+)\s*", r"\n\n- `\1`: ", text)
    text = re.sub(r"\s*@returns?\s+", "\n\n- returns ", text)
    # Neither names with asterisks and underscores nor comparisons are Markdown's or HTML's.
    return re.sub(r"((?<![`\w])[*_<>]|[\[\]])", r"\\\1", text)


def declaration(text):
    """What a docstring stands before: up to the end of its declarations, or of the paragraph where there are several."""
    depth, end = 0, 0
    for end, letter in enumerate(text):
        depth += (letter in "{(") - (letter in "})")
        followed = text[end + 1 :].lstrip(" ")
        if letter == ";" and depth == 0 and (followed.startswith("\n\n") or not followed.strip() or followed.startswith("\n/**")
                                             or followed.startswith("\n#")):
            break
    return text[: end + 1].strip("\n")


def name_of(code):
    """The name that a declaration is known by."""
    plain = re.sub(r"/\*.*?\*/", "", code, flags=re.DOTALL).strip()
    typed = re.search(r"\}\s*(\w+);\s*$", plain) or re.search(r"typedef [^{]*?\b\*?(ts_\w+)\s*\(", plain)
    called = re.search(r"\b(ts_\w+)\s*\(", plain)
    last = re.search(r"(\w+)\s*;\s*$", plain)
    macro = re.match(r"#define (\w+)", plain)
    for found in (macro, typed, called, last):
        if found:
            return found.group(1)
    return None


def page(header):
    """The page of a header."""
    text = header.read_text()
    end = text.rfind("#ifdef __cplusplus")
    found = list(COMMENT.finditer(text))
    lines = [f"# tessera/{header.name}", "", words(found[0].group(1)), ""]
    for comment in found[1:]:
        before = text[: comment.start()]
        if before.rsplit("\n", 1)[-1].strip() or before.count("{") - before.count("}") > before.count('extern "C" {'):
            continue  # of a field, behind it or within a struct
        rest = text[comment.end() : end if comment.end() < end else None]
        code = rest.lstrip("\n").split("\n")[0] if rest.lstrip("\n").startswith("#define") else declaration(rest)
        name = name_of(code.lstrip())
        if name:
            lines += [f"## {name}", "", words(comment.group(1)), "", "```c", code.strip("\n"), "```", ""]
    return "\n".join(lines)
