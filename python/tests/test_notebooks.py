"""The notebooks' code runs from top to bottom; their own assertions say what it must come to.

``./test --long`` has Jupyter run all of them, in kernels of their own, where nbclient and ipykernel are installed.
"""

import json
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")
notebooks = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))


def names(path):
    return path.stem


def code_of(path):
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    assert cells and all(cell["outputs"] == [] for cell in cells)
    return cells


def test_the_first_notebook(monkeypatch):
    """Without Jupyter, as a script."""
    import matplotlib
    from matplotlib import pyplot

    matplotlib.use("Agg")
    path = next(path for path in notebooks if path.stem == "first-cross-section")
    monkeypatch.chdir(path.parent)
    own = {"__name__": "__main__"}
    for number, cell in enumerate(code_of(path), 1):
        exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), own)
    pyplot.close("all")


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")  # those of Jupyter
@pytest.mark.parametrize("path", notebooks, ids=names)
def test_notebook_in_jupyter(path, monkeypatch):
    monkeypatch.delenv("MPLBACKEND", raising=False)  # pictures are to be seen
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=1800, kernel_name="python3", resources={"metadata": {"path": path.parent}})
    client.execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = {kind for output in outputs for kind in output.get("data", {})}
    assert "text/html" in shown, "no result as a table"
    assert "image/png" in shown or "plot" not in "".join(cell.source for cell in notebook.cells), "no picture"


def test_there_are_notebooks():
    assert len(notebooks) == 4 and all(code_of(path) for path in notebooks)
