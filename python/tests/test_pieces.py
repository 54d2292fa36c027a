"""Amplitudes, densities, events, and what there is."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import tessera


def two_to_two(energy, cosine):
    sine = np.sqrt(1 - cosine**2)
    half = energy / 2
    return np.array([[half, 0, 0, half], [half, 0, 0, -half], [half, half * sine, 0, half * cosine],
                     [half, -half * sine, 0, -half * cosine]])


def test_amplitude_is_the_closed_form():
    cosines = np.array([-0.9, -0.2, 0.3, 0.8])
    momenta = np.array([two_to_two(100, cosine) for cosine in cosines])
    got = tessera.amplitude("g g > g g", momenta, alpha_s=0.118)
    t, u = -(1 - cosines) / 2, -(1 + cosines) / 2  # in units of s
    want = 4.5 * (4 * np.pi * 0.118) ** 2 * (3 - t * u - u / t**2 - t / u**2)
    assert np.allclose(got, want, rtol=1e-9)
    assert tessera.amplitude("g g > g g", momenta[0], alpha_s=0.118) == got[0]
    backwards = np.ascontiguousarray(momenta[::-1])[::-1]  # not contiguous
    assert not backwards.flags.c_contiguous
    assert np.array_equal(tessera.amplitude("g g > g g", backwards, alpha_s=0.118), got)


@pytest.mark.parametrize(
    "change, sentence",
    [
        (lambda m: m[:, :3], "particles"),
        (lambda m: m[..., :3], "shape"),
        (lambda m: m * np.nan, "no momentum"),
        (lambda m: m + [0, 0, 0, 1], "not massless"),
        (lambda m: m * (1 + 0.5j), "complex"),
    ],
)
def test_momenta_that_are_wrong(change, sentence):
    with pytest.raises(tessera.InputError, match=sentence):
        tessera.amplitude("g g > g g", change(np.array([two_to_two(100, 0.3)])))


def test_amplitude_of_many_points_is_that_of_each():
    momenta = np.array([two_to_two(100, cosine) for cosine in np.linspace(-0.9, 0.9, 1003)])  # no whole groups of lanes
    got = tessera.amplitude("e+ e- > mu+ mu-", momenta)
    for place in 0, 7, 8, 1000, 1002:
        assert tessera.amplitude("e+ e- > mu+ mu-", momenta[place]) == got[place]
    for place in 13, 1002:
        off = momenta.copy()
        off[place, 2, 0] *= 1.1
        with pytest.raises(tessera.InputError, match=f"Point {place + 1}: "):
            tessera.amplitude("e+ e- > mu+ mu-", off)


def test_amplitude_has_gradients():
    pairs = np.array([two_to_two(100, 0.3), two_to_two(150, -0.2)])
    value, slopes = tessera.amplitude("e+ e- > mu+ mu- / z h", pairs, gradients=["p", "alpha"])
    assert slopes["p"].shape == (2, 4, 4)
    assert np.allclose(slopes["alpha"] * (1 / 132.507) / value, 2, rtol=1e-12)
    assert np.allclose((slopes["p"] * pairs).sum(axis=(1, 2)), 0, atol=1e-13)  # nothing in it has a scale
    one, of_one = tessera.amplitude("e+ e- > mu+ mu- / z h", pairs[0], gradients=["alpha", "p"])
    assert one == value[0] and of_one["alpha"] == slopes["alpha"][0] and np.array_equal(of_one["p"], slopes["p"][0])
    with pytest.raises(tessera.InputError, match="a list of names"):
        tessera.amplitude("e+ e- > mu+ mu-", pairs, gradients="alpha")


def test_amplitude_has_the_inputs_of_a_model():
    pair = two_to_two(1000, 0.3)
    broad = tessera.amplitude("e+ e- > mu+ mu-", pair, model={"m_z": 91.0, "gamma_z": 2.0})
    assert broad == tessera.amplitude("e+ e- > mu+ mu-", pair, card={"model": {"m_z": 91.0, "gamma_z": 2.0}})
    assert broad != tessera.amplitude("e+ e- > mu+ mu-", pair)
    both = tessera.amplitude("e+ e- > mu+ mu-", pair, card={"model": {"m_z": 600.0, "gamma_z": 2.0}}, model={"m_z": 91.0})
    assert both == broad  # the card's own, but where the argument has another
    with pytest.raises(tessera.InputError, match="m_zz"):
        tessera.amplitude("e+ e- > mu+ mu-", pair, model={"m_zz": 91.0})


def test_the_language_of_processes():
    pair = two_to_two(500, 0.3)

    def amplitude(process):
        return tessera.amplitude(process, pair)

    whole, photon = amplitude("u u~ > e+ e-"), amplitude("u u~ > a > e+ e-")
    assert photon == amplitude("u u~ > e+ e- $$ z") == amplitude("u u~ > e+ e- / z") != whole
    assert whole == amplitude("u u~ > a | z > e+ e-") == amplitude("u u~ > e+ e- $ z")
    assert np.isclose(amplitude("u u~ > e+{L} e-") + amplitude("u u~ > e+{+} e-"), whole, rtol=1e-12)
    parts = [amplitude(f"u u~ > u u~ QED^2=={power}") for power in (0, 2, 4)]
    assert parts[1] < 0 < parts[0]
    assert np.isclose(sum(parts), amplitude("u u~ > u u~ QCD=2 QED=2"), rtol=1e-12)
    assert np.isclose(sum(parts[:2]), amplitude("u u~ > u u~ QED^2<=2"), rtol=1e-12)


@pytest.mark.parametrize(
    "process, sentence",
    [
        ("u u~ > h > e+ e-", "no tree diagram .* that passes through what stands between both \">\": h"),
        ("u u~ > e+{0} e-", "e\\+ is a fermion, which has {L} and {R}"),
        ("u u~ > u u~ QED^2==3", "no product of two of its amplitudes is within these orders"),
        ("u u~ > u u~ QED^2>=2", "bounds of the square are written as NP\\^2==1 or NP\\^2<=1"),
        ("u u~ > e+ e- $$", "no particle stands behind \"\\$\\$\""),
        ("u u~ > x > e+ e-", "'x' is neither a particle"),
    ],
)
def test_the_language_that_is_wrong(process, sentence):
    with pytest.raises(tessera.InputError, match=sentence):
        tessera.amplitude(process, two_to_two(500, 0.3))


def test_wrong_processes_and_settings():
    momenta = two_to_two(100, 0.3)
    with pytest.raises(tessera.InputError, match="q"):
        tessera.amplitude("q g > g g", momenta)
    with pytest.raises(tessera.InputError):
        tessera.amplitude("g g > g g", momenta, colour="green")


def test_densities(tmp_path):
    pdf = tessera.pdf("CTEQ6L1")
    x, q = np.array([[1e-3], [0.1]]), np.array([10.0, 91.188, 1000.0])
    gluon = pdf.xf(21, x, q)
    assert gluon.shape == (2, 3) and (gluon[0] > gluon[1]).all()
    assert gluon[1, 1] == pdf.xf(21, 0.1, 91.188)
    assert np.isnan(pdf.xf(21, [-1.0, 0.5], 10.0)).tolist() == [True, False]
    assert pdf.alpha_s([10.0, 100.0]).shape == (2,) and pdf.alpha_s(10) > pdf.alpha_s(100)
    # The partons carry the whole momentum.
    grid = np.geomspace(1e-6, 1, 4001)
    middle = np.sqrt(grid[1:] * grid[:-1])
    total = sum(np.sum(pdf.xf(flavour, middle, 91.188) * np.diff(grid)) for flavour in pdf.flavours)
    assert total == pytest.approx(1, abs=0.01)
    with pytest.raises(TypeError, match="whole number"):
        pdf.xf(1.5, 0.1, 10)
    for code in (2**40, -2**40, 2**63 + 1, [21, 2**32 + 21]):
        with pytest.raises(tessera.InputError, match="has up to 31 bits"):
            pdf.xf(code, 0.1, 10)
    for wrong in (lambda: pdf.xf(21, 0.1j, 10), lambda: pdf.xf(21, 0.1, 10 + 1j), lambda: pdf.alpha_s(91 + 0j)):
        with pytest.raises(tessera.InputError, match="is complex: expected real numbers"):
            wrong()
    with pytest.raises(tessera.InputError, match="CTEQ6L1"):
        tessera.pdf("CTEQ6L2")
    (tmp_path / "Empty").mkdir()
    with pytest.raises(tessera.InputError, match="holds no set"):
        tessera.pdf(tmp_path / "Empty")


def test_events_are_those_of_the_file(two_jets, tmp_path, monkeypatch):
    card = {**two_jets, "histograms": []}
    events = tessera.events(card, count=50)
    every = list(events)
    assert len(every) == 50 and np.mean([event.weight for event in every]) == pytest.approx(events.result.value, rel=0.02)
    for event in every:
        incoming = event.momenta[event.status == -1].sum(axis=0)
        assert np.allclose(event.final.sum(axis=0), incoming, atol=1e-6 * incoming[0])
        assert (event.pdg == 21).all() and event.mothers[2].tolist() == [0, 1]
        assert np.hypot(*event.final[:, 1:3].T).min() > 20
    assert [event.weight for event in events] == [event.weight for event in every]  # once more
    tessera.run(card, {"events.count": 50, "events.format": "lhe.gz"}, out=tmp_path / "run")
    file = tessera.read_events(tmp_path / "run" / "events.lhe.gz")
    assert file.format == "lhe" and file.beams == (2212, 2212) and file.cross_section == pytest.approx(events.result.value)
    from_file = list(file)
    assert len(from_file) == 50
    assert all(np.array_equal(a.momenta, b.momenta) for a, b in zip(every, from_file))
    batches = list(file.batches(20))
    assert [len(batch) for batch in batches] == [20, 20, 10] and np.array_equal(batches[0].momenta[:4], every[0].momenta)
    pandas = pytest.importorskip("pandas")
    for table in (events.pandas(), file.pandas()):
        assert isinstance(table, pandas.DataFrame) and len(table) == 200 and (table.pdg == 21).all()
        assert table.loc[7].px.tolist() == every[7].momenta[:, 1].tolist() and table.weight.loc[7, 2] == every[7].weight
        assert list(table.index[4]) == [1, 0] and list(table.index.names) == ["event", "particle"]
    awkward = pytest.importorskip("awkward")
    for array in (events.awkward(), file.awkward()):
        assert len(array) == 50 and awkward.all(array.particles.pdg == 21)
        assert awkward.to_list(array.particles.px[7]) == every[7].momenta[:, 1].tolist()
    array = file.awkward()
    with monkeypatch.context() as patch:
        patch.setattr("tessera._events.read_events", lambda path: [])
        nothing = events.awkward()
    assert len(nothing) == 0 and nothing.particles.type.content.content.fields == array.particles.type.content.content.fields
    pyhepmc = pytest.importorskip("pyhepmc")
    theirs = list(events.pyhepmc())
    assert len(theirs) == 50 and isinstance(theirs[0], pyhepmc.GenEvent)
    read = list(file.pyhepmc())
    assert len(read) == 50 and sorted(path.name for path in (tmp_path / "run").glob("events*")) == ["events.lhe.gz"]
    for ours, event in zip(every, theirs):
        final = np.array([[p.momentum.e, p.momentum.px, p.momentum.py, p.momentum.pz] for p in event.particles if p.status == 1])
        assert np.allclose(np.sort(final, axis=0), np.sort(ours.final, axis=0), rtol=1e-9, atol=1e-9)


def test_batches_are_the_events(two_jets, tmp_path):
    made = tessera.events({**two_jets, "histograms": []}, count=7)
    every, batches = list(made), list(made.batches(4))
    assert [len(batch) for batch in batches] == [4, 3]
    for number, event in enumerate(every):
        batch, i = batches[number // 4], number % 4
        rows = slice(*batch.offsets[i:i + 2])
        assert np.array_equal(batch.momenta[rows], event.momenta) and np.array_equal(batch.mothers[rows], event.mothers)
        assert batch.weight[i] == event.weight and np.array_equal(batch.momenta[rows][batch.is_final[rows]], event.final)
    for size in (0, -1, 2.5):
        with pytest.raises(tessera.InputError, match="size"):
            next(made.batches(size))


def test_showers():
    card = {"process": "e+ e- > q q~", "beams": {"particles": ["e+", "e-"], "energy": 91.2},
            "shower": {"alpha_s": 0.118, "cutoff": 1.0}, "integration": {"events": 2000}}
    made = tessera.shower(card, count=30)
    every = list(made)
    assert len(every) == 30 == len(made)
    for event in every:
        assert np.allclose(event.final.sum(axis=0), [91.2, 0, 0, 0], atol=1e-4)
    assert max(len(event.final) for event in every) > 6
    with pytest.raises(tessera.InputError, match="nothing of e\\+ e- > w\\+ w- has colour"):  # which would take for ever, were it to start
        tessera.shower({"process": "e+ e- > w+ w-", "beams": card["beams"] | {"energy": 200}}, count=3, relative_error=1e-12, max_events=1e12)


def test_files_of_events_are_checked_and_converted(two_jets, tmp_path):
    card = {**two_jets, "histograms": [], "events": {"count": 20, "format": ["lhe"]}}
    result = tessera.run(card, out=tmp_path / "out")
    file = tmp_path / "out" / "events.lhe"
    check = tessera.check_events(file)
    assert check.is_sound and check.events == 20 and check.worst_momentum < 1e-6
    assert check.head_cross_section == pytest.approx(result.value, rel=1e-6)
    assert check.cross_section == pytest.approx(result.value, rel=0.02)
    tessera.convert_events(file, tmp_path / "events.hepmc3")
    converted = list(tessera.read_events(tmp_path / "events.hepmc3"))
    assert len(converted) == 20
    assert all(np.allclose(np.sort(a.final, axis=0), np.sort(b.final, axis=0), rtol=1e-9, atol=1e-9)
               for a, b in zip(tessera.read_events(file), converted))
    text = file.read_text().splitlines()
    place = next(i for i, line in enumerate(text) if line.strip().startswith("<event")) + 4
    words = text[place].split()
    words[6] = repr(float(words[6]) + 50)
    file.write_text("\n".join([*text[:place], " ".join(words), *text[place + 1:]]) + "\n")
    faults = tessera.check_events(file).faults
    assert len(faults) == 2 and faults[0].startswith("event 1: px changes by 50") and "1 of 20" in faults[1]
    with pytest.raises(tessera.InputError, match="format"):
        tessera.convert_events(file, tmp_path / "x", format="root")
    for name in ("x", "events.root", "events.hepmc3.gz"):
        with pytest.raises(tessera.InputError, match="says no format"):
            tessera.convert_events(file, tmp_path / name)
        assert not (tmp_path / name).exists()
    with pytest.raises(tessera.InputError, match="cannot be opened"):
        tessera.convert_events(tmp_path / "none.lhe", tmp_path / "x.lhe")
    with pytest.raises(tessera.FileError):
        tessera.convert_events(file, tmp_path / "none" / "x.lhe")


def test_models_are_imported(tmp_path):
    folder = tmp_path / "toys"
    shutil.copytree(Path(__file__).parents[2] / "examples/models/toys", folder)
    table = tessera.import_model(folder, tmp_path / "toys.tsm")
    card = {"model": {"name": str(table), "Mse": 300}}
    assert table == tmp_path / "toys.tsm" and table.read_text().startswith("tessera-model 1")
    assert tessera.subprocesses("e- e+ > chi chi QED=0", card)
    (folder / "vertices.py").write_text("raise ValueError('none')")
    with pytest.raises(tessera.InputError, match="cannot be run: ValueError: none"):
        tessera.import_model(folder, tmp_path / "none.tsm")
    assert not (tmp_path / "none.tsm").exists()


def test_heads_of_files_of_events(tmp_path):
    names = [f"a weight with a long name {i}" for i in range(200)]
    listed = "".join(f'<weight id="{name}"></weight>\n' for name in names)
    file = tmp_path / "events.lhe"
    file.write_text(f"""<LesHouchesEvents version="3.0">
<header>
<TesseraProcesses><![CDATA[
1 u u~ > g g
2 d d~ > g g
]]></TesseraProcesses>
<initrwgt>
{listed}</initrwgt>
</header>
<init>
2212 2212 6500 6500 0 0 0 0 -4 2
30 0.5 900 1
10 0.5 900 2
<generator name="Another" version="7">words</generator>
</init>
</LesHouchesEvents>
""")
    head = tessera.read_events(file)
    assert head.generator == "Another 7" and head.processes == {1: "u u~ > g g", 2: "d d~ > g g"}
    assert head.weight_names == names and head.cross_section == 40 and head.beams == (2212, 2212)


def test_events_that_are_not_there(two_jets, tmp_path):
    with pytest.raises(tessera.InputError, match="count"):
        tessera.events(two_jets)
    with pytest.raises(tessera.TesseraError, match="folder"):
        tessera.run(two_jets, {"events.count": 3})
    broken = tmp_path / "broken.lhe"
    broken.write_text("<event>\n 2 1 1.0 1.0 1.0 1.0\n 21 -1 0\n</event>\n")
    with pytest.raises(tessera.InputError, match="broken.lhe"):
        list(tessera.read_events(broken))


def test_what_there_is():
    assert tessera.devices()[0].available
    assert any("gluon" in one.description for one in tessera.processes())
    assert {one.key for one in tessera.options()} >= {"process", "integration.seed"}
    groups = tessera.subprocesses("p p > e+ e- j")
    assert any("u g > e+ e- u" in group.names for group in groups)
    with pytest.raises(tessera.InputError):
        tessera.subprocesses("u u > e+ e-")
    assert tessera.__version__.count(".") == 2


def test_weights_of_events(tmp_path):
    card = {"process": "e+ e- > mu+ mu-", "beams": {"particles": ["e+", "e-"], "energy": 91.5},
            "integration": {"relative_error": 0.01}, "events": {"count": 50, "format": "lhe"}}
    file = tmp_path / "run" / tessera.run(card, out=tmp_path / "run").event_files[0]
    made = tessera.reweight(file, tmp_path / "new.lhe.gz", card, {"z": {"model.m_z": 92.0}, "same": {"mur": 2}})
    events = list(tessera.read_events(file))
    momenta = np.array([event.momenta for event in events])
    old, new = (tessera.amplitude("e+ e- > mu+ mu-", momenta, model=model) for model in ({}, {"m_z": 92.0}))
    assert [list(event.pdg) for event in events] == [[-11, 11, -13, 13]] * 50
    assert np.allclose(tessera.event_amplitudes(file, card), old, rtol=1e-9)
    assert np.allclose(tessera.event_amplitudes(file, model={"m_z": 92.0}), new, rtol=1e-9)
    assert np.allclose(tessera.weights(tmp_path / "new.lhe.gz", "z"), tessera.weights(file) * new / old, rtol=1e-9)
    assert np.array_equal(tessera.weights(tmp_path / "new.lhe.gz", "same"), tessera.weights(file))
    assert made["z"].events == 50 and made["z"].impossible == made["z"].unknown == 0
    assert np.isclose(made["z"].ratio, np.mean(new / old), rtol=1e-2)
    each = tessera.event_amplitudes(file, card, helicities="each")
    sums = np.bincount(each["event"] - 1, each["matrix_element_squared"])
    assert np.allclose(sums / 4, old, rtol=1e-12) and set(each["helicities"]) == {"+--+", "+-+-", "-++-", "-+-+"}
    one = each[each["helicities"] == "+-+-"]["matrix_element_squared"] # of e- e+ > mu- mu+, in that order
    direct = tessera.amplitude("e- e+ > mu- mu+", momenta[:, [1, 0, 3, 2]], helicities="+-+-")
    assert set(each["process"]) == {"e- e+ > mu- mu+"} and np.allclose(one, direct, rtol=1e-9)
    with pytest.raises(tessera.InputError, match="is there already"):
        tessera.reweight(file, tmp_path / "new.lhe.gz", card, {"z": {"mur": 2}})
    with pytest.raises(tessera.InputError, match="no weight 'y'"):
        tessera.weights(tmp_path / "new.lhe.gz", "y")
    with pytest.raises(tessera.InputError, match="expected finite numbers"):
        tessera.reweight(file, tmp_path / "other.lhe", card, {"z": {"model.m_z": np.inf}})
    with pytest.raises(tessera.InputError, match="has no polynomial: reweight"):
        tessera.weights(tmp_path / "new.lhe.gz", {"ctg": 1})
    with pytest.raises(tessera.InputError, match='"refuse" or "zero"'):
        tessera.reweight(file, tmp_path / "other.lhe", card, {"z": {"mur": 2}}, unknown="drop")


def test_decays_of_events(tmp_path):
    card = {"process": "e+ e- > z h", "beams": {"particles": ["e+", "e-"], "energy": 250},
            "integration": {"relative_error": 0.01}, "events": {"count": 50, "format": "lhe"}}
    file = tmp_path / "run" / tessera.run(card, out=tmp_path / "run").event_files[0]
    made = tessera.decay(file, tmp_path / "new.lhe", card, ["z > e+ e-", "z > mu+ mu-"], seed=3)
    events = list(tessera.read_events(tmp_path / "new.lhe"))
    assert made.events == made.decayed == len(events) == 50 and made.branching_error == 0
    assert {frozenset(event.pdg) for event in events} == {frozenset((11, -11, 23, 25)), frozenset((11, -11, 13, -13, 23, 25))}
    assert np.allclose(tessera.weights(tmp_path / "new.lhe"), made.branching * tessera.weights(file), rtol=1e-12)
    again = tessera.decay(file, tmp_path / "again.lhe", {**card, "decay": "z > l+ l-"}, spins="off")
    assert np.isclose(again.branching, made.branching, rtol=1e-12) and again.cross_section == pytest.approx(made.cross_section)
    with pytest.raises(tessera.InputError, match="is there already"):
        tessera.decay(file, tmp_path / "new.lhe", card, "z > e+ e-")
    with pytest.raises(tessera.InputError, match="names no decay"):
        tessera.decay(file, tmp_path / "other.lhe", card)
    with pytest.raises(tessera.InputError, match='"on" or "off"'):
        tessera.decay(file, tmp_path / "other.lhe", card, "z > e+ e-", spins="maybe")


def test_polynomial_of_weights(tmp_path):
    table = tessera.import_model(Path(__file__).parents[2] / "examples" / "models" / "top_eft", tmp_path / "top.tsm")
    card = {"process": "u u~ > t t~ NP=1 HIG=0", "beams": {"energy": 13000}, "integration": {"relative_error": 0.02},
            "model": {"name": str(table), "ctG": 0.5, "ctq8": 0, "ctq1": 0}, "events": {"count": 30, "format": "lhe"}}
    file = tmp_path / "run" / tessera.run(card, out=tmp_path / "run").event_files[0]
    made = tessera.reweight(file, tmp_path / "new.lhe", card, {"one": {"model.ctG": 0.3, "model.ctq8": -2}},
                            polynomial={"ctG": 1, "ctq8": 2})
    got = tessera.weights(tmp_path / "new.lhe", {"ctG": 0.3, "ctq8": -2})
    assert np.allclose(tessera.weights(tmp_path / "new.lhe", {"ctG": 0.5}), tessera.weights(file), rtol=1e-9)
    assert np.allclose(got, tessera.weights(tmp_path / "new.lhe", "one"), rtol=1e-9)
    assert list(made) == ["one"] and not np.allclose(got, tessera.weights(file), rtol=1e-2)
    for wrong, words in (({"ctG": "x"}, "ctG is 'x', which is no finite number"), ({"ctg": 1}, "no polynomial in ctg, but in ctG"),
                         ({"ctG": np.nan}, "no finite number"), (["ctG"], "is no weight: expected a name")):
        with pytest.raises(tessera.InputError, match=words):
            tessera.weights(tmp_path / "new.lhe", wrong)
    for wrong, words in (({"a": 2}, "a is 2: expected what changes"), ({"a": {"mur": "x"}}, "a: mur is 'x'")):
        with pytest.raises(tessera.InputError, match=words):
            tessera.reweight(file, tmp_path / "none.lhe", card, wrong)
    if os.environ.get("TESSERA_TEST_CI"):
        tessera.reweight(file, tmp_path / "listed.lhe", card, polynomial=["ctG", "ctq8"])
        assert np.allclose(tessera.weights(tmp_path / "listed.lhe", {"ctG": 0.3, "ctq8": -2}), got, rtol=1e-9)
