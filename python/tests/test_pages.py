"""The code on pages runs: every ```python block of a page, one after the other, beside the examples."""

import re
import shutil
from pathlib import Path

import pytest

root = Path(__file__).parents[2]


@pytest.mark.parametrize("page", [pytest.param("README.md", marks=pytest.mark.long), "docs/python.md"])
def test_page(page, tmp_path, monkeypatch):
    shutil.copytree(root / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", (root / page).read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    names = {"__name__": "__main__"}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"{page}, block {number}", "exec"), names)
