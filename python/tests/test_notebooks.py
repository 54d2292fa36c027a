"""The notebooks' code runs from top to bottom; their own assertions say what it must come to."""

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")
notebooks = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))


longer = {"lep-event-shapes", "scale-and-pdf-bands"}


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem, marks=[pytest.mark.long] if path.stem in longer else [])
                                  for path in notebooks])
def test_notebook(path, monkeypatch):
    import matplotlib

    matplotlib.use("Agg")
    monkeypatch.chdir(path.parent)
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    assert cells and all(cell["outputs"] == [] for cell in cells)
    names = {"__name__": "__main__"}
    for number, cell in enumerate(cells, 1):
        exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), names)
    from matplotlib import pyplot

    pyplot.close("all")


def test_there_are_notebooks():
    assert len(notebooks) == 4
