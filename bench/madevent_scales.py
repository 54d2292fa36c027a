#!/usr/bin/env python3
"""madevent_scales.py PROGRAM [--events N] [--out FOLDER]: mu_R of e+ ve j as MadEvent has it, from our events.

The program makes N events (300 000 without --events) of p p > e+ ve j with the cuts that MadEvent's run card has by itself.
Scales of MadEvent depend on the channel of an event: one of g q whose channel is the s-channel's diagram (g q > q > W q) has
the partons' energy for its mu_R, all others the W's transverse mass. Its share is that of the diagram's square in the sum of
both squares, here of two-component spinors with the gluon's polarizations across the beam, as HELAS has them. Weights then are
of NNPDF2.3 LO (Pythia's table), with alpha_s at mu_R or at the jet's pT, and densities with or without what `pdfwgt` does
for the emission. Printed are mean and median of mu_R and the share of the s-channel, step by step. Wants numpy and pythia8mc.
"""

import argparse
import os
import subprocess
import sys

import numpy
import pythia8mc

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "program"))
from lhe_weights import each  # noqa: E402

CARD = """process: p p > e+ ve j
pdf: CTEQ6L1
beams: {energy: 13000}
cuts: {jet: {pt_min: 20, eta_max: 5}, lepton: {pt_min: 10, eta_max: 2.5}, pair: {l+ j: {dr_min: 0.4}}}
scales: {renormalization: MT, factorization: MT}
model: {gamma_w: 2.0476}
integration: {events: 2e6}
"""
BEAM, Z = 6500.0, 91.188
SIGMA = numpy.array([[[0, 1], [1, 0]], [[0, -1j], [1j, 0]], [[1, 0], [0, -1]]])
CTEQ6L1, NNPDF = 8, 13  # Pythia's numbers


def read(path):
    """Of each event: weight, scale, codes of what comes in and of the jet, their fractions, momenta of e+, ve and the jet."""
    rows = []
    for weight, _, particles in each(path):
        momenta = {int(row[0]) if row[0] in ("-11", "12") else 0: [float(row[9]), *map(float, row[6:9])]
                   for row in particles[2:] if row[1] == "1"}
        jet = next(int(row[0]) for row in particles[2:] if row[1] == "1" and row[0] not in ("-11", "12"))
        rows.append([weight, *(int(row[0]) for row in particles[:2]), jet, *(float(row[9]) / BEAM for row in particles[:2]),
                     *momenta[-11], *momenta[12], *momenta[0]])
    table = numpy.array(rows)
    return table[:, 0], table[:, 1:4].astype(int), table[:, 4:6], table[:, 6:].reshape(-1, 3, 4)


def dot(p, q):
    return p[:, 0] * q[:, 0] - (p[:, 1:] * q[:, 1:]).sum(1)


def spinor(p):
    """Of helicity minus, whose square is the momentum."""
    size = numpy.linalg.norm(p[:, 1:], axis=1)
    theta, phi = numpy.arccos(numpy.clip(p[:, 3] / size, -1, 1)), numpy.arctan2(p[:, 2], p[:, 1])
    return numpy.sqrt(2 * size)[:, None] * numpy.stack([-numpy.exp(-1j * phi) * numpy.sin(theta / 2), numpy.cos(theta / 2)], 1)


def slash(p, sign):
    """p0 + sign p sigma."""
    return p[:, 0, None, None] * numpy.eye(2) + sign * numpy.einsum("ni,iab->nab", p[:, 1:], SIGMA)


def squares(quark, gluon, lepton, neutrino, jet):
    """Squares of both diagrams of g q > W q, and of their sum, over polarizations of the gluon; without propagator of the W."""
    one, other = spinor(neutrino).conj(), spinor(lepton)
    current = numpy.stack([(one * other).sum(1), *(-numpy.einsum("na,ab,nb->n", one, s, other) for s in SIGMA)], 1)
    through, across = quark + gluon, jet - gluon
    sums = [0, 0, 0]
    for polarization in [0, 1, 0, 0], [0, 0, 1, 0]:
        e = numpy.broadcast_to(numpy.array(polarization, float), quark.shape)
        s, t = (numpy.einsum("na,nab,nbc,ncd,nd->n", spinor(jet).conj(), slash(a, 1), slash(k, -1), slash(b, 1), spinor(quark))
                / dot(k, k) for a, k, b in ((current, through, e), (e, across, current)))
        for i, amplitude in enumerate((s, t, s + t)):
            sums[i] = sums[i] + abs(amplitude) ** 2
    return sums


def share_of_s_channel(codes, beams, momenta):
    """By diagrams; 0 of quarks alone. Of antiquarks the mirrored process with particles for antiparticles has the same."""
    has = (codes[:, :2] == 21).any(1)
    first = (codes[:, 0] == 21)[:, None]
    gluon, quark = numpy.where(first, beams[0], beams[1]), numpy.where(first, beams[1], beams[0])
    anti = numpy.where(first[:, 0], codes[:, 1], codes[:, 0]) < 0
    lepton, neutrino, jet = momenta[:, 0].copy(), momenta[:, 1].copy(), momenta[:, 2].copy()
    lepton[anti], neutrino[anti] = momenta[anti, 1], momenta[anti, 0]
    for p in lepton, neutrino, jet:
        p[anti, 1] *= -1
    s, t, whole = squares(quark, gluon, lepton, neutrino, jet)
    known = (dot(quark, lepton) ** 2 + dot(jet, neutrino) ** 2) / (dot(quark, gluon) * dot(jet, gluon)) * dot(lepton, neutrino)
    ratio = (whole / known)[has]
    if ratio.std() > 1e-9 * ratio.mean():
        raise SystemExit("the sum of both diagrams is not the closed form")
    return numpy.where(has, s / (s + t), 0)


def alpha_s(scale, at_z):
    """One loop from the mass of the Z, five flavours."""
    return at_z / (1 + at_z * 23 / (12 * numpy.pi) * numpy.log(scale**2 / Z**2))


class Densities:
    """Pythia's tables of the proton."""

    def __init__(self, number):
        self.pythia = pythia8mc.Pythia("", False)
        for setting in ("Print:quiet = on", f"PDF:pSet = {number}", "ProcessLevel:all = off"):
            self.pythia.readString(setting)
        self.pythia.init()
        self.table = self.pythia.getPDFPtr(2212)

    def __call__(self, codes, x, scale):
        return numpy.array([self.table.xf(int(c), a, q * q) for c, a, q in zip(codes, x, scale)])


def pdfwgt(densities, codes, x, z, central, jet, forward):
    """Of the beam that emits, f(x, pT) f'(x z, Q) / f'(x z, pT); of the other one f(x, Q)."""
    side = numpy.where(codes[:, 0] == 21, 0, numpy.where(codes[:, 1] == 21, 1, numpy.where(forward, 0, 1)))
    each_event = numpy.arange(len(side))
    own, inside = codes[each_event, side], x[each_event, side] * z
    inner = numpy.where(own == 21, -codes[:, 2], own)
    step = densities(inner, inside, central) / numpy.maximum(densities(inner, inside, jet), 1e-9)
    return (densities(own, x[each_event, side], jet) * numpy.clip(step, 0, 10)
            * densities(codes[each_event, 1 - side], x[each_event, 1 - side], central))


def report(name, count, scales, weights):
    scales, weights = numpy.concatenate(scales), numpy.concatenate(weights)
    mean = numpy.average(scales, weights=weights)
    order = numpy.argsort(scales)
    total = numpy.cumsum(weights[order])
    spread = numpy.sqrt(numpy.average((scales - mean) ** 2, weights=weights) / count)
    share = weights[count:].sum() / total[-1]
    print(f"| {name} | {share:.3f} | {mean:.2f} +- {spread:.2f} | {scales[order][numpy.searchsorted(total, total[-1] / 2)]:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--events", type=lambda text: int(float(text)), default=300000)
    parser.add_argument("--out", default="madevent-scales")
    chosen = parser.parse_args()
    os.makedirs(chosen.out, exist_ok=True)
    card = os.path.join(chosen.out, "card.yaml")
    with open(card, "w") as file:
        file.write(CARD + f"events: {{count: {chosen.events}, format: lhe}}\n")
    run = os.path.join(chosen.out, "run")
    subprocess.run([chosen.program, "run", card, "--out", run, "--quiet", "--no-report", "--force"], check=True,
                   stdout=subprocess.DEVNULL)
    weight, codes, x, momenta = read(os.path.join(run, "events.lhe"))
    beams = [numpy.stack([x[:, i] * BEAM, 0 * x[:, i], 0 * x[:, i], (1, -1)[i] * x[:, i] * BEAM], 1) for i in range(2)]
    boson, jet = momenta[:, 0] + momenta[:, 1], momenta[:, 2]
    central = numpy.sqrt(dot(boson, boson) + boson[:, 1] ** 2 + boson[:, 2] ** 2)
    whole, pt = numpy.sqrt(dot(sum(beams), sum(beams))), numpy.hypot(jet[:, 1], jet[:, 2])
    own = numpy.hypot(momenta[:, :, 1], momenta[:, :, 2]).sum(1)  # the card's MT, of massless particles
    share = share_of_s_channel(codes, beams, momenta)
    old, new = Densities(CTEQ6L1), Densities(NNPDF)
    base = weight / (old(codes[:, 0], x[:, 0], own) * old(codes[:, 1], x[:, 1], own) * alpha_s(own, 0.1298))
    at_mt, at_s = (new(codes[:, 0], x[:, 0], q) * new(codes[:, 1], x[:, 1], q) for q in (central, whole))
    emitted = pdfwgt(new, codes, x, dot(boson, boson) / whole**2, central, pt, jet[:, 3] > 0)
    print("| weights | share of the s-channel | mean of mu_R [GeV] | median [GeV] |\n|---|---:|---:|---:|")
    by_s = base * share * at_s * alpha_s(whole, 0.13)
    for name, of_s, others in (
            ("mu_R a function of the event, alpha_s at pT", 0 * base, base * at_mt * alpha_s(pt, 0.13)),
            ("channels, alpha_s at mu_R", by_s, base * (1 - share) * at_mt * alpha_s(central, 0.13)),
            ("channels, alpha_s at pT", by_s, base * (1 - share) * at_mt * alpha_s(pt, 0.13)),
            ("channels, alpha_s at pT, densities by pdfwgt", by_s, base * (1 - share) * emitted * alpha_s(pt, 0.13))):
        report(name, len(weight), (central, whole), (others, of_s))


if __name__ == "__main__":
    main()
