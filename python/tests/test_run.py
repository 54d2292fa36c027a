"""Cards from Python: the numbers of the program, and what is refused."""

import json
import logging
import multiprocessing
import os
import pickle
import subprocess
import threading
import time

import numpy as np
import pytest

import tessera
from tessera.__main__ import program


def test_the_numbers_are_those_of_the_program(two_jets, tmp_path):
    result = tessera.run(two_jets)
    card = tmp_path / "card.yaml"
    card.write_text(json.dumps(two_jets))
    printed = subprocess.run([program(), "run", str(card), "--json", "--quiet", "--out", str(tmp_path / "out")],
                             capture_output=True, text=True, check=True)
    theirs = json.loads(printed.stdout)
    assert (result.value, result.error) == (theirs["cross_section"]["value"], theirs["cross_section"]["error"])
    assert result.converged and result.json["cross_section"] == theirs["cross_section"]
    assert sum(row.events for row in result.iterations) == result.generated
    assert "<td" in result._repr_html_() and "g g &gt; g g" in result._repr_html_()
    assert repr(result).startswith("<Result g g > g g: ")


def test_cards_may_be_paths_texts_or_dicts(two_jets, tmp_path):
    card = tmp_path / "card.yaml"
    card.write_text(json.dumps(two_jets))
    of_dict = tessera.run(two_jets, seed=3)
    assert tessera.run(card, seed=3).value == of_dict.value
    assert tessera.run(str(card), {"integration.seed": 3}).value == of_dict.value
    assert tessera.run(card.read_text() + "\n", integration={"seed": np.int64(3)}).value == of_dict.value
    assert tessera.run(of_dict.card).value == of_dict.value


def test_histograms_are_arrays(two_jets, tmp_path):
    result = tessera.run(two_jets)
    assert list(result.histograms) == two_jets["histograms"]
    ht = result.histograms["ht"]
    values, edges = ht.to_numpy()
    assert len(edges) == len(values) + 1 and (np.diff(edges) > 0).all()
    assert (ht.errors() >= 0).all() and np.allclose(ht.errors() ** 2, ht.variances())
    assert values.sum() + ht.underflow + ht.overflow == pytest.approx(result.value, rel=1e-9)
    result.save(tmp_path / "out")
    from_file = tessera.read_yoda(tmp_path / "out" / "histograms.yoda")
    assert np.allclose(from_file["/tessera/ht"].values(), values, rtol=1e-12)
    assert json.loads((tmp_path / "out" / "result.json").read_text())["seed"] == 1
    other = tessera.run(two_jets, seed=5).histograms["ht"]
    assert ht.compare(other).p_value > 1e-3
    with pytest.raises(tessera.InputError, match="there are ht, rmin, pt1"):
        result.histograms["pt2"]
    with pytest.raises(tessera.InputError):
        ht.compare(result.histograms["rmin"])


def test_histograms_as_others_have_them(two_jets):
    result = tessera.run(two_jets)
    ht = result.histograms["ht"]
    for package, convert in (("boost_histogram", ht.to_boost), ("hist", ht.to_hist)):
        pytest.importorskip(package)
        made = convert()
        assert np.array_equal(made.values(), ht.values()) and np.allclose(made.variances(), ht.variances())
        assert np.array_equal(made.axes[0].edges, ht.edges)
        assert made.sum(flow=True).value == pytest.approx(result.value)


def test_pictures(two_jets, tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    result = tessera.run(two_jets)
    figure = result.plot()
    assert [axes.get_xlabel() for axes in figure.axes] == [h.title for h in result.histograms.values()]
    figure.savefig(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").stat().st_size > 10000
    from matplotlib import pyplot

    pyplot.close("all")


def test_pictures_of_the_program(two_jets, tmp_path):
    one, two = (tessera.run(two_jets, seed=seed) for seed in (1, 2))
    tessera.plot([one, two], tmp_path / "both.svg", labels=["first & last", "second"])
    assert "first &amp; last" in (tmp_path / "both.svg").read_text()
    one.save(tmp_path / "out")
    assert one.report() and (tmp_path / "out" / "report.html").is_file()
    one.save(tmp_path / "bare", report=False)
    assert not (tmp_path / "bare" / "report.html").exists()
    with pytest.raises(tessera.InputError, match="labels"):
        tessera.plot([one, two], tmp_path / "both.svg", labels=["one"])
    with pytest.raises(tessera.InputError):
        tessera.plot(one, tmp_path / "both.gif")


@pytest.mark.parametrize(
    "card, sentence",
    [
        ({"process": "g g > g g", "cuts": {"jet": {"pt_mn": 3}}}, "pt_min"),
        ({"process": "g g > g g", "integration": {"relative_error": -1}}, "relative_error"),
        ("no-such-card.yaml", "no-such-card.yaml"),
    ],
)
def test_what_is_wrong_is_said_in_the_librarys_sentence(card, sentence):
    with pytest.raises((tessera.InputError, tessera.FileError), match=sentence):
        tessera.run(card)


def test_what_is_wrong_in_keywords(two_jets):
    with pytest.raises(tessera.InputError, match='no option "pt_mn"'):
        tessera.run(two_jets, pt_mn=3)
    with pytest.raises(tessera.InputError, match="cuts.jet.pt_min"):
        tessera.run(two_jets, pt_min=3)  # of which particles?
    with pytest.raises(tessera.DeviceError):
        tessera.run(two_jets, device="cuda:77")
    with pytest.raises(TypeError):
        tessera.run(42)
    with pytest.raises(TypeError):
        tessera.run({"process": object()})


def test_warnings_and_messages(two_jets, caplog):
    with pytest.warns(tessera.ConvergenceWarning, match="error"):
        result = tessera.run(two_jets, relative_error=1e-9, max_events=1e6)
    assert not result.converged
    with caplog.at_level(logging.DEBUG, logger="tessera"), pytest.warns(tessera.TesseraWarning):
        tessera.run(two_jets, {"cuts.lepton.pt_min": 5})


def test_variations_are_runs_of_their_own(two_jets):
    card = {**two_jets, "integration": {"events": 200000}, "histograms": ["ht"]}
    result = tessera.run(card, {"variations.scales": "7"})
    assert len(result.variations) in (6, 7) and result.density_band is None
    low, high = result.scale_band
    assert low <= result.value <= high
    assert low == pytest.approx(min([result.value, *(one.value for one in result.variations)]))
    for one in result.variations:
        ht = result.varied_histograms[one.name]["ht"]
        assert ht.values().sum() + ht.underflow + ht.overflow == pytest.approx(one.value, rel=1e-6)
    halves = next(one for one in result.variations if (one.mur, one.muf) == (0.5, 0.5))
    own = tessera.run(card, scales={"renormalization": 91.188 / 2, "factorization": 91.188 / 2})
    assert abs(halves.value - own.value) < 4 * np.hypot(halves.error, own.error)
    assert tessera.run(two_jets).scale_band is None


def test_bands_are_those_of_the_variations(two_jets, tmp_path):
    card = {**two_jets, "integration": {"events": 20000}, "histograms": ["ht"]}
    result = tessera.run(card, {"variations.scales": "7"})
    (low, high), densities = result.bands["ht"]
    assert result.bands["ht"]._replace(densities=None).others is None
    every = np.array([result.histograms["ht"].values(), *(one["ht"].values() for one in result.varied_histograms.values())])
    assert np.array_equal(low, every.min(axis=0)) and np.array_equal(high, every.max(axis=0)) and densities is None
    tessera.plot(result, tmp_path / "bands.svg")
    assert "scales: least to largest" in (tmp_path / "bands.svg").read_text()
    assert tessera.run(card).bands == {}


def test_interrupted_runs_go_on(two_jets, tmp_path):
    card = {**two_jets, "integration": {"events": 3e6 if os.environ.get("TESSERA_TEST_CI") else 1e6}, "histograms": ["ht"]}
    straight = tessera.run(card)

    def stop(now):
        if now.fraction > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tessera.run(card, out=tmp_path / "out", checkpoint=30, progress=stop)
    assert any("checkpoint" in path.name for path in (tmp_path / "out").iterdir())
    result = tessera.run(card, out=tmp_path / "out", resume=True)
    assert result.value == straight.value
    assert np.array_equal(result.histograms["ht"].values(), straight.histograms["ht"].values())
    assert not any("checkpoint" in path.name for path in (tmp_path / "out").iterdir())
    for wrong in ({"resume": True}, {"checkpoint": 3}, {"out": tmp_path, "checkpoint": -1}):
        with pytest.raises(tessera.InputError, match="heckpoint"):
            tessera.run(card, **wrong)


def test_results_are_merged(two_jets, tmp_path):
    parts = [tessera.run(two_jets, seed=seed, out=tmp_path / str(seed)) for seed in (1, 2)]
    merged = tessera.merge(tmp_path / "both", [tmp_path / "1", tmp_path / "2"])
    assert merged.runs == 2 and merged.error < min(one.error for one in parts)
    assert min(one.value for one in parts) < merged.value < max(one.value for one in parts)
    assert merged.json["cross_section"]["value"] == merged.value
    with pytest.raises(tessera.InputError, match="seed"):
        tessera.merge(tmp_path / "again", [tmp_path / "1", tmp_path / "1"])
    before = (tmp_path / "1" / "result.json").read_bytes()
    with pytest.raises(tessera.InputError, match="one of the folders"):
        tessera.merge(tmp_path / "1", [tmp_path / "1", tmp_path / "2"])
    assert (tmp_path / "1" / "result.json").read_bytes() == before
    with pytest.raises(tessera.InputError, match="a list"):
        tessera.merge(tmp_path / "again", str(tmp_path / "1"))
    with pytest.raises(tessera.InputError, match="cannot be read"):
        tessera.merge(tmp_path / "again", [tmp_path / "1", tmp_path / "none"])
    assert not (tmp_path / "again").exists()


def test_progress(two_jets):
    seen = []
    tessera.run(two_jets, relative_error=1e-3, progress=seen.append)
    assert seen and all(0 <= one.fraction <= 1 for one in seen)
    with pytest.raises(ZeroDivisionError):
        tessera.run(two_jets, relative_error=1e-4, progress=lambda one: 1 / 0)
    assert tessera.run(two_jets).converged  # by a new context


def test_scan(two_jets):
    scan = tessera.scan(two_jets, {"cuts.jet.pt_min": [20, 40], "seed": [1, 2]}, relative_error=2e-2, histograms=[])
    table = scan.table()
    assert table["cuts.jet.pt_min"] == [20, 20, 40, 40] and table["integration.seed"] == [1, 2, 1, 2]
    assert scan[0].value > scan[2].value and len(scan) == 4
    assert all(result.seconds_compiling == 0 for result in scan[1:])
    assert scan[2].value == tessera.run(two_jets, {"cuts.jet.pt_min": 40}, relative_error=2e-2, histograms=[]).value
    assert scan._repr_html_().count("<tr>") == 5
    pandas = pytest.importorskip("pandas")
    assert list(pandas.DataFrame(table).columns) == ["cuts.jet.pt_min", "integration.seed", "value", "error", "converged"]
    assert [r.seed for r in tessera.scan(two_jets, {"seed": [1, 2], "cuts.jet.eta_max": [2, 2.5]},
                                         together=True, relative_error=5e-2)] == [1, 2]
    with pytest.raises(tessera.InputError, match="equally many"):
        tessera.scan(two_jets, {"seed": [1, 2], "cuts.jet.pt_min": [20]}, together=True)


def test_threads_have_the_same_bits(two_jets):
    alone = [tessera.run(two_jets, seed=seed).value for seed in (1, 2)]
    together = [None, None]

    def work(i):
        together[i] = tessera.run(two_jets, seed=i + 1, threads=1).value

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


def test_processes_that_are_forked(two_jets):
    here = tessera.run(two_jets).value
    with multiprocessing.get_context("fork").Pool(1) as pool:
        histogram = pool.apply(forked, (two_jets,))
    assert histogram.values().sum() + histogram.underflow + histogram.overflow == pytest.approx(here, rel=1e-9)
    with pytest.raises(TypeError, match="save"):
        pickle.dumps(tessera.run(two_jets))


def forked(card):
    return tessera.run(card).histograms["ht"]  # which is pickled


def test_python_goes_on_meanwhile(two_jets):
    """The lock of the interpreter is free while the library computes."""
    steps, done = 0, threading.Event()

    def work():
        tessera.run(two_jets, relative_error=5e-4 if os.environ.get("TESSERA_TEST_CI") else 1e-3)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        steps += 1
        time.sleep(0.001)
    thread.join()
    assert steps > 20
