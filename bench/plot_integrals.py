#!/usr/bin/env python3
"""plot_integrals.py TABLE.json PICTURE: draws what `tessera bench accuracy --json` or `speed --json` printed, by matplotlib.

accuracy: boxes of the true errors by the error asked for, a panel an integrand, as Figure 1 of arXiv:2202.01753; speed: time by
the error asked for, as its Figure 2. What did not converge is left out."""
import json
import sys

from matplotlib import pyplot


def boxes(axes, rows, shift):
    """What was measured are the quartiles and the ends, so that no run is counted as an outlier."""
    names = {"whislo": "least", "q1": "quartile_1", "med": "median", "q3": "quartile_3", "whishi": "most"}
    width = 0.15
    positions = [row["tolerance"] * (1 + width) ** shift for row in rows]
    drawn = axes.bxp([{key: row[name] for key, name in names.items()} for row in rows], positions, manage_ticks=False,
                     widths=[width * position for position in positions], showfliers=False, patch_artist=True)
    for box in drawn["boxes"]:
        box.set_facecolor(f"C{shift}")
    axes.plot([], [], color=f"C{shift}", label=rows[0]["method"])
    axes.axline((1e-3, 1e-3), (1e-6, 1e-6), color="grey", linewidth=0.5)


def line(axes, rows, shift):
    axes.plot([row["tolerance"] for row in rows], [row["ms"] for row in rows], "o-", color=f"C{shift}", label=rows[0]["method"])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        table = json.load(file)
    if table["bench"] not in ("accuracy", "speed"):
        sys.exit(f"plot_integrals.py draws accuracy and speed, not {table['bench']}.")
    rows = [row for row in table["rows"] if row["converged"]]
    panels = list(dict.fromkeys((row["integrand"], row["d"]) for row in rows))
    if not panels:
        sys.exit("plot_integrals.py: nothing converged, so there is nothing to draw.")
    figure, grid = pyplot.subplots(1, len(panels), figsize=(4 * len(panels), 4), squeeze=False, layout="constrained")
    for axes, (name, dimensions) in zip(grid[0], panels):
        here = [row for row in rows if (row["integrand"], row["d"]) == (name, dimensions)]
        for shift, method in enumerate(dict.fromkeys(row["method"] for row in here)):
            draw = boxes if table["bench"] == "accuracy" else line
            draw(axes, [row for row in here if row["method"] == method], shift)
        axes.set(xscale="log", yscale="log", title=f"{name}, d = {dimensions}", xlabel="error asked for")
        axes.invert_xaxis()
        axes.legend()
    grid[0][0].set_ylabel("true error" if table["bench"] == "accuracy" else "ms")
    figure.suptitle(table["device"])
    figure.savefig(sys.argv[2])


main()
