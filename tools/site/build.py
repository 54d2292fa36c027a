#!/usr/bin/env python3
"""build.py OUT: the documentation as a site that needs no network, with search, and the C and Python interfaces.

Pages are those of docs/, in the order of its index; what they link to beside them (examples, CONTRIBUTING.md) comes along. A page for each
public header is made from its docstrings, and one of the Python package by mkdocstrings. A link that leads nowhere, or a docstring that
cannot be read, is an error. It takes what requirements.txt names: python3 -m venv site && site/bin/pip install -r tools/site/requirements.txt
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import headers
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYTHON = ["run", "scan", "plot", "merge", "Result", "Scan", "Histogram", "Bands", "Comparison", "Variation", "Progress", "Merged", "read_yoda",
          "integrate", "Integrator", "Integral", "State", "Table", "pointwise", "amplitude", "pdf", "PDF", "pdf_sets", "events", "shower", "Events",
          "Event", "EventBatch", "EventFile", "read_events", "check_events", "EventCheck", "convert_events", "devices", "processes", "options",
          "subprocesses"]
# Built by mkdocs-material, whose notice about versions to come is none about these pages.
QUIET = {"NO_MKDOCS_2_WARNING": "1"}


def stage_docs(stage):
    """Copies the pages with what they link to; outside of docs/ links lose their ../."""
    for folder in (path for path in (ROOT / "docs").iterdir() if path.is_dir()):
        shutil.copytree(folder, stage / folder.name)
    for page in sorted((ROOT / "docs").glob("*.md")):
        # Behind the language of a block stands how the tests take it, which fences do not know.
        text = re.sub(r"^```(\w+) \w+$", r"```\1", page.read_text(), flags=re.MULTILINE)
        for target in set(re.findall(r"\]\(\.\./([^)#]+)", text)):
            stage_linked(stage, target)
            inside = target + "/index.md" if (ROOT / target).is_dir() else target
            text = text.replace(f"](../{target}", f"]({inside}")
        (stage / page.name).write_text(text)


def stage_linked(stage, target):
    """A file or a folder that a page links to, the latter with a page that lists its files."""
    source, copy = ROOT / target, stage / target
    if source.is_dir():
        shutil.copytree(source, copy, dirs_exist_ok=True)
        names = sorted(path.name for path in source.iterdir() if path.is_file())
        (copy / "index.md").write_text(f"# {target}\n\n" + "".join(f"- [{name}]({name})\n" for name in names))
    else:
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text()
        if source.suffix == ".md":  # links of a page begin where it stood
            text = re.sub(r"\]\(docs/", "](", text)
        copy.write_text(text)


def stage_interfaces(stage):
    """Pages of the C headers and of the Python package; returns their places in the navigation."""
    (stage / "c").mkdir()
    pages = []
    for header in sorted((ROOT / "include" / "tessera").glob("*.h")):
        (stage / "c" / f"{header.stem}.md").write_text(headers.page(header))
        pages.append({f"tessera/{header.name}": f"c/{header.stem}.md"})
    text = "# Python\n\nThe page [From Python](python.md) is where to begin.\n\n"
    (stage / "python-interface.md").write_text(text + "".join(f"::: tessera.{name}\n\n" for name in PYTHON) + "::: tessera.errors\n")
    return [{"C": pages}, {"Python": "python-interface.md"}]


def navigation():
    """The pages in the order of the index, each under its title there."""
    rows = re.findall(r"^\| \[([^]]+)\]\(([^)]+)\)", (ROOT / "docs" / "index.md").read_text(), re.MULTILINE)
    return [{"Documentation": "index.md"}] + [{title: page.removeprefix("../")} for title, page in rows]


def settings(stage, out, interfaces):
    options = {"docstring_style": "sphinx", "heading_level": 2, "show_root_heading": True, "show_source": False, "members_order": "source",
               "show_root_full_path": False, "separate_signature": True, "show_signature_annotations": True}
    return {
        "site_name": "Tessera",
        "docs_dir": str(stage),
        "site_dir": str(out),
        "strict": True,
        "use_directory_urls": False,
        "theme": {"name": "material", "font": False, "features": ["content.code.copy", "navigation.indexes", "toc.follow"],
                  "palette": [{"media": "(prefers-color-scheme: light)", "scheme": "default"},
                              {"media": "(prefers-color-scheme: dark)", "scheme": "slate"}]},
        "plugins": ["search", {"mkdocstrings": {"default_handler": "python", "handlers": {"python": {
            "paths": [str(ROOT / "python")], "options": options}}}}],
        "markdown_extensions": ["tables", "fenced_code", {"toc": {"permalink": True}}, "pymdownx.superfences", "pymdownx.highlight"],
        "not_in_nav": "examples/",
        "validation": {"links": {"anchors": "warn", "unrecognized_links": "warn"}},
        "nav": navigation() + [{"Interfaces": interfaces}],
    }


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        stage = pathlib.Path(folder) / "docs"
        stage.mkdir()
        stage_docs(stage)
        configuration = pathlib.Path(folder) / "mkdocs.yml"
        configuration.write_text(yaml.safe_dump(settings(stage, out, stage_interfaces(stage)), sort_keys=False))
        sys.exit(subprocess.call([sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(configuration)],
                                 env={**os.environ, **QUIET}))


if __name__ == "__main__":
    main()
