/* THE table of options. The reader of cards, --set, `tessera options`, the man
 * page, docs/cards.md and every message about an option come from these rows. */
#include "core/options.h"

#include "core/environment.h"
#include "core/request.h"
#include "tessera/text.h"

#include <stdio.h>
#include <string.h>

#define NO_RANGE 0, 0
#define NO_CHOICES NULL
#define WORD_OF_SPACE(name, word, purpose) " " word

static const ts_option table[] = {
    {"process", TS_OPTION_TEXTS, "", NO_RANGE, NO_CHOICES, "",
     "What to compute, in MadGraph's notation: \"g g > g g g\", \"p p > e+ e- 0..2 j\" for 0 to 2 jets together, or a "
     "list of processes, which are a sum; `tessera processes` lists them."},

    {"define", TS_OPTION_MAP, "", NO_RANGE, "{l: [e-, mu-], v: [ve, vm]}", "",
     "Labels of one's own, beside p, j, q, q~, l+, l-, vl and vl~: each stands for every particle of its list."},
    {"decay", TS_OPTION_TEXTS, "", NO_RANGE, NO_CHOICES, "",
     "For `tessera decay` alone: the decays of particles of a file of events, \"t > w+ b, w+ > l+ vl\" or a list of such. Runs "
     "name decays in the process."},
    {"orders", TS_OPTION_MAP, "", NO_RANGE, "{QED: 2, QCD: 2}", "",
     "The highest powers of the electroweak and of the strong coupling in the amplitude; without them, and without any "
     "in the process, the least power QED for which there are diagrams."},
    {"polarization_frame", TS_OPTION_CHOICES, "", NO_RANGE, "1 2 3 4 5 6 7 8 9 10 11 12", "[1, 2]",
     "The particles of the process, by their places, in whose rest frame helicities are that the process asks for "
     "(\"w+{0} w-{T}\"): [1, 2] is the centre of mass of what collides."},
    {"model", TS_OPTION_MAP, "", NO_RANGE, "{m_t: 172.5, scheme: gmu}", "",
     "Inputs of the Standard Model: masses, widths, couplings, the scheme of its inputs; `tessera model` lists them. "
     "`name` is the file of another model, `card` one of its parameters."},

    {"beams.particles", TS_OPTION_PARTICLES, "", NO_RANGE, "p p~ e+ e- mu+ mu- a g u u~ d d~ s s~ c c~ b b~",
     "[p, p]",
     "The two beams. Electrons, muons, photons and partons collide as they are, without densities, and the process begins with "
     "them. One of both may be a proton (e- p). Processes that are derived from the model have all of them."},
    {"beams.energy", TS_OPTION_NUMBER, "GeV", 1, 1e7, NO_CHOICES, "14000",
     "The energy of both beams together in their centre of mass. Beams other than protons have no usual one: their "
     "card says it."},

    {"pdf", TS_OPTION_TEXT, "", NO_RANGE, NO_CHOICES, "CTEQ6L1",
     "The parton densities: CTEQ6L1 (embedded), an LHAPDF6 set that `tessera pdf` lists, or the path of one; "
     "NAME/MEMBER takes another member than the central one."},

    {"scales.renormalization", TS_OPTION_SCALE, "GeV", 0.1, 1e7, NO_CHOICES, "91.188",
     "The scale of alpha_s: a number, or HT, HT/2, 2*HT and the like (HT is the sum of the jets' pT), MT (the sum of the "
     "transverse masses of all that is final), or M (the invariant mass of all that is final); or an expression of final "
     "particles in GeV, \"sqrt(m(z)^2 + pt(z)^2)/2\", in the language of cuts.expression; or clustering: each jet's own kT, after the event's history of emissions (docs/scales.md), by default with merging.scheme: mlm. "
     "The last two are of what is derived from the model. Where there is no alpha_s it has no part."},
    {"scales.factorization", TS_OPTION_SCALE, "GeV", 0.1, 1e7, NO_CHOICES, "91.188",
     "The scale of the parton densities: a number, or HT, HT/2, 2*HT, MT, M, clustering and the like, or an expression; clustering by default with merging.scheme: mlm."},

    {"variations.scales", TS_OPTION_CHOICE, "", NO_RANGE, "none 7", "none",
     "Weights of other scales, beside the cross section, in every histogram and event: 7 stands for both scales times 1/2, 1 "
     "and 2 each, but for one halved and the other doubled."},
    {"variations.pdf", TS_OPTION_CHOICE, "", NO_RANGE, "none all", "none",
     "Weights of all other members of the set of parton densities, each with its own alpha_s, in the same way."},

    {"couplings.alpha_s", TS_OPTION_NUMBER, "", 1e-9, 2, NO_CHOICES, "",
     "A fixed strong coupling; without it, alpha_s runs as the PDF set defines it."},

    {"couplings.alpha", TS_OPTION_NUMBER, "", 1e-9, 1, NO_CHOICES, NULL,
     "The electromagnetic coupling, which does not run: 1/132.507 for photons and 1/128.802 for quark pairs from "
     "e+ e- unless the card says otherwise."},
    {"couplings.sin2_theta_w", TS_OPTION_NUMBER, "", 1e-3, 0.999, NO_CHOICES, "0.22293",
     "The squared sine of the weak mixing angle, in the couplings of the Z boson."},
    {"couplings.m_z", TS_OPTION_NUMBER, "GeV", 1, 1e4, NO_CHOICES, "91.1876",
     "The mass of the Z boson, and the scale at which shower.alpha_s is given."},
    {"couplings.gamma_z", TS_OPTION_NUMBER, "GeV", 1e-6, 1e3, NO_CHOICES, "2.4952",
     "The width of the Z boson."},

    {"cuts.jet.pt_min", TS_OPTION_NUMBER, "GeV", 0, 1e7, NO_CHOICES, "20",
     "The least transverse momentum of each jet; with merging 0 if not given."},
    {"cuts.jet.eta_max", TS_OPTION_NUMBER, "", 1e-3, 100, NO_CHOICES, "2.5",
     "The largest absolute pseudorapidity of each jet; without a hadron in the beams, and with merging, 100, which is any, if not given."},
    {"cuts.jet.dr_min", TS_OPTION_NUMBER, "", 0, 10, NO_CHOICES, "0.4",
     "The least distance Delta R of each pair of jets in pseudorapidity and azimuth; with merging 0 if not given."},

    {"cuts.jet.pt_max", TS_OPTION_NUMBER, "GeV", 1, 1e7, NO_CHOICES, "1e7",
     "The largest transverse momentum of each jet; 1e7: any."},
    {"cuts.jet.y_max", TS_OPTION_NUMBER, "", 1e-3, 100, NO_CHOICES, "100",
     "The largest absolute rapidity of each jet; 100: any."},
    {"cuts.jet.ht_min", TS_OPTION_NUMBER, "GeV", 0, 1e7, NO_CHOICES, "0",
     "The least HT, the sum of the transverse momenta of all jets."},
    {"cuts.jet.ht_max", TS_OPTION_NUMBER, "GeV", 1, 1e7, NO_CHOICES, "1e7", "The largest HT; 1e7: any."},

    {"cuts.photon.pt_min", TS_OPTION_NUMBER, "GeV", 0, 1e7, NO_CHOICES, "20",
     "The least transverse momentum of each photon."},
    {"cuts.photon.eta_max", TS_OPTION_NUMBER, "", 1e-3, 100, NO_CHOICES, "2.5",
     "The largest absolute pseudorapidity of each photon; without a hadron in the beams 100, which is any, if not given."},
    {"cuts.photon.dr_min", TS_OPTION_NUMBER, "", 0, 10, NO_CHOICES, "0.4",
     "The least distance Delta R of each pair of photons in pseudorapidity and azimuth."},

    {"cuts.photon.pt_max", TS_OPTION_NUMBER, "GeV", 1, 1e7, NO_CHOICES, "1e7",
     "The largest transverse momentum of each photon; 1e7: any."},
    {"cuts.photon.y_max", TS_OPTION_NUMBER, "", 1e-3, 100, NO_CHOICES, "100",
     "The largest absolute rapidity of each photon; 100: any."},
    {"cuts.photon.dr_jet", TS_OPTION_NUMBER, "", 0, 10, NO_CHOICES, "0.4",
     "The least distance Delta R of each photon from each jet; with cuts.photon.isolation 0 if not given."},
    {"cuts.photon.isolation.r", TS_OPTION_NUMBER, "", 0, 3, NO_CHOICES, "0",
     "The radius of Frixione's isolation of photons: within any distance d below it all jets together have at most the pT epsilon "
     "pT(photon) ((1 - cos d)/(1 - cos r))^n; 0: none."},
    {"cuts.photon.isolation.epsilon", TS_OPTION_NUMBER, "", 1e-6, 1e3, NO_CHOICES, "1", "Its epsilon."},
    {"cuts.photon.isolation.n", TS_OPTION_NUMBER, "", 1e-2, 10, NO_CHOICES, "1",
     "Its power n of (1 - cos r) over (1 - cos R)."},

    {"cuts.lepton.pt_min", TS_OPTION_NUMBER, "GeV", 0, 1e7, NO_CHOICES, "20",
     "The least transverse momentum of each charged lepton; without a hadron in the beams 0 if not given."},
    {"cuts.lepton.eta_max", TS_OPTION_NUMBER, "", 1e-3, 100, NO_CHOICES, "2.5",
     "The largest absolute pseudorapidity of each charged lepton; without a hadron in the beams 100, which is any, if not given."},
    {"cuts.lepton.dr_min", TS_OPTION_NUMBER, "", 0, 10, NO_CHOICES, "0",
     "The least distance Delta R of each pair of charged leptons."},
    {"cuts.lepton.dr_jet", TS_OPTION_NUMBER, "", 0, 10, NO_CHOICES, "0",
     "The least distance Delta R of each charged lepton from each jet."},
    {"cuts.lepton.pt_max", TS_OPTION_NUMBER, "GeV", 1, 1e7, NO_CHOICES, "1e7",
     "The largest transverse momentum of each charged lepton; 1e7: any."},
    {"cuts.lepton.y_max", TS_OPTION_NUMBER, "", 1e-3, 100, NO_CHOICES, "100",
     "The largest absolute rapidity of each charged lepton; 100: any."},

    {"cuts.missing.pt_min", TS_OPTION_NUMBER, "GeV", 0, 1e7, NO_CHOICES, "0",
     "The least transverse momentum of all neutrinos together."},
    {"cuts.missing.pt_max", TS_OPTION_NUMBER, "GeV", 1, 1e7, NO_CHOICES, "1e7",
     "The largest transverse momentum of all neutrinos together; 1e7: any."},

    {"cuts.heavy.pt_min", TS_OPTION_NUMBER, "GeV", 0, 1e7, NO_CHOICES, "0",
     "The least transverse momentum of each top quark, W, Z and Higgs boson of the final state."},
    {"cuts.heavy.pt_max", TS_OPTION_NUMBER, "GeV", 1, 1e7, NO_CHOICES, "1e7",
     "The largest transverse momentum of each of them; 1e7: any."},
    {"cuts.heavy.y_max", TS_OPTION_NUMBER, "", 1e-3, 100, NO_CHOICES, "100",
     "The largest absolute rapidity of each of them; 100: any."},

    {"cuts.q2_min", TS_OPTION_NUMBER, "GeV^2", 0, 1e14, NO_CHOICES, "0",
     "The least Q^2 of deep inelastic scattering: minus the square of the momentum that a lepton of the beams loses until it "
     "comes out again, itself or as its neutrino."},

    {"cuts.pair", TS_OPTION_MAP, "GeV", NO_RANGE,
     "{l+ l-: {mass: [66, 116], pt: [500, null]}, j j: {mass: [20, null]}, a l+: {dr_min: 0.4}}", "",
     "Cuts on each pair of particles, by particles or labels: limits of the invariant mass and of the transverse momentum of "
     "both together, where null leaves an end open, and the least distance Delta R in pseudorapidity and azimuth from 0 to "
     "10; any of them. Of this distance and that of cuts.jet, "
     "cuts.photon or cuts.lepton the larger counts. Two charged leptons are a pair where they are of one flavour."},

    {"cuts.expression", TS_OPTION_TEXT, "", NO_RANGE, NO_CHOICES, "",
     "A condition on final particles that an event must fulfil: \"abs(y(j1) - y(j2)) > 2.5 && m(j1, j2) > 500\", in the "
     "language of the histograms' expressions. What is not a number counts as true. Where subprocesses come with either "
     "beam's parton first, generated events pass if they or their mirror image along the beams fulfil it; what fails "
     "then has weight 0 and counts among \"accepted\" and in a histogram's underflow."},

    {"cuts.after_shower", TS_OPTION_TEXT, "", NO_RANGE, NO_CHOICES, "",
     "A condition that an event of a hadron collision must fulfil behind its shower: \"njets >= 2 && pt1 > 100\", of the "
     "shower's jets and shapes and of the particles without colour, in the language of cuts.expression. The cross section is "
     "that of what passes, as are histograms and files."},

    {"merging.scheme", TS_OPTION_CHOICE, "", NO_RANGE, "none ckkwl umeps mlm", "none",
     "How events of several multiplicities are merged by the program that showers them, which wants a cut for it: CKKW-L, UMEPS or "
     "MLM (docs/merging.md). Jets then have no other cuts unless the card has them, and MLM has scales by clustering."},
    {"merging.cut", TS_OPTION_CHOICE, "", NO_RANGE, "auto kt_durham pt_lund xqcut xqcut_partons", "auto",
     "On what that cut is: kt_durham, the least pT of a parton or of min(pT) Delta R / D of two (Pythia's Merging:doKTMerging, "
     "MadGraph's ktdurham); pt_lund, the least pT of an emission of Pythia's shower (Merging:doPTLundMerging); xqcut, MadGraph's "
     "of MLM, on the vertices of the event's history; xqcut_partons, the same on all pairs of partons instead. Partons are gluons and "
     "massless quarks that come from no decay. auto is kt_durham for CKKW-L and UMEPS, and xqcut for MLM."},
    {"merging.by", TS_OPTION_CHOICE, "", NO_RANGE, "reader shower", "reader",
     "Who merges: the program that reads the file of events; or Tessera's own shower (docs/merging.md), by ckkwl or umeps with kt_durham; umeps has no other."},
    {"merging.value", TS_OPTION_NUMBER, "GeV", 0.1, 1e5, NO_CHOICES, "",
     "The scale of merging, below which the cut leaves no event."},
    {"merging.d", TS_OPTION_NUMBER, "", 0.01, 10, NO_CHOICES, "0.4",
     "D of kt_durham: Pythia's Merging:Dparameter, MadGraph's dparameter."},

    {"colour", TS_OPTION_CHOICE, "", NO_RANGE, "auto leading full", "auto",
     "How colours are summed: at leading order in 1/N_c, or all of them. auto is leading for g g > g g ... g, and full for "
     "all that is derived from the model."},
    {"colour_stages", TS_OPTION_CHOICE, "", NO_RANGE, "auto 1 2", "auto",
     "With colour: full of g g > g g ... g: 1 sums all colours of each event; 2 integrates at leading colour, and takes the "
     "ratio of both squared matrix elements for unweighted events alone. auto takes 2 from four gluons behind > on, where "
     "an event costs some seven hundredth then, unless the card asks for something that gluons at leading colour lack."},
    {"phase_space", TS_OPTION_CHOICE, "", NO_RANGE, "auto" REQUEST_SPACES(WORD_OF_SPACE), "auto",
     "How momenta come from random numbers: RAMBO (flat, 4 numbers a particle), RAMBO on diet (3n-4 numbers, to which the "
     "grid adapts), Chili (a t-channel, between two hadrons also with s-channels for what is derived from the model), a chain of "
     "gluons along the colour order, or channels (between two hadrons, of what is derived from the model: t- and s-channels by differences of "
     "rapidity, each with a grid of its own). With other beams what is derived has channels that follow its diagrams, and auto alone. auto "
     "takes channels where there are any, the chain for gluon jets, unless their "
     "lowest pT together are above a quarter of the beams' energy, and RAMBO on diet there and for photons (docs/phase-space.md). Two particles of RAMBO need a direction only: there both are the same."},
    {"precision", TS_OPTION_CHOICE, "", NO_RANGE, "auto single double mixed", "auto",
     "The arithmetic of the kernels; auto takes what the process needs: double for quark pairs, their shower "
     "and for what the program derives from the model, single for all else. Mixed, which gluon jets alone have, is single, but an "
     "event whose matrix element fails its Ward identity by more than 1e-4 is repeated in double; photons lose too little to need "
     "it, and other processes refuse it. Sums are exact in all of them."},

    {"amplitude.polarization", TS_OPTION_CHOICE, "", NO_RANGE, "random helicity", "random",
     "The gluons' polarisation vectors: random real ones, or one random helicity configuration per event."},
    {"amplitude.helicities", TS_OPTION_CHOICE, "", NO_RANGE, "summed sampled", "summed",
     "The helicities of photons and of all that is derived from the model: summed over, or one random choice per event, "
     "which costs less but whose weights scatter more. That pays with 8 photons, and for derived processes that take more than "
     "a microsecond an event, such as g g > t t~ g (docs/amplitudes.md)."},
    {"amplitude.recursion", TS_OPTION_CHOICE, "", NO_RANGE, "auto n3 n4", "auto",
     "The form of the Berends-Giele recursion, O(n^3) or O(n^4); auto takes the faster for n."},
    {"amplitude.threads", TS_OPTION_CHOICE, "", NO_RANGE, "auto 1 2 4 8 16", "auto",
     "How many threads of a GPU share an event, with its currents in their common memory; auto takes one as long as "
     "that is faster, for 12 gluons at most in single and 10 in double precision. The CPU takes no notice."},

    {"shower.enabled", TS_OPTION_BOOLEAN, "", NO_RANGE, NO_CHOICES, "true",
     "Whether quarks and gluons radiate. The cross section is the same without."},
    {"shower.alpha_s", TS_OPTION_NUMBER, "", 1e-3, 1, NO_CHOICES, "0.118",
     "The strong coupling of the shower at couplings.m_z; it runs with the transverse momentum of an emission."},
    {"shower.order", TS_OPTION_COUNT, "", 1, 2, NO_CHOICES, "2", "The loops of its running, 1 or 2."},
    {"shower.thresholds", TS_OPTION_BOOLEAN, "", NO_RANGE, NO_CHOICES, "false",
     "Whether the flavours in its running are those lighter than the scale, with masses of 1.3, 4.75 and 173 GeV of "
     "c, b and t, in place of five at all scales."},
    {"shower.coupling", TS_OPTION_CHOICE, "", NO_RANGE, "own pdf", "own",
     "Whether the strong coupling of a shower between hadrons is its own, as alpha_s, order and thresholds say, or that of the "
     "set of parton densities."},
    {"shower.cmw", TS_OPTION_BOOLEAN, "", NO_RANGE, NO_CHOICES, "false",
     "Whether the shower's coupling is that of soft gluons (S. Catani, B. R. Webber, G. Marchesini)."},
    {"shower.cutoff", TS_OPTION_NUMBER, "GeV", 0.01, 1e5, NO_CHOICES, "1",
     "The least transverse momentum of an emission, where the shower ends."},
    {"shower.max_partons", TS_OPTION_COUNT, "", 4, 128, NO_CHOICES, "32",
     "The room for partons in an event. An event that would need more ends its shower there and is counted; at LEP "
     "about one in a million has more than 17."},
    {"shower.renormalization_factor", TS_OPTION_NUMBER, "", 0.1, 10, NO_CHOICES, "1",
     "By what the transverse momentum is multiplied at which an emission takes its alpha_s."},
    {"shower.factorization_factor", TS_OPTION_NUMBER, "", 0.1, 10, NO_CHOICES, "1",
     "By what the transverse momentum is multiplied at which an emission takes its ratio of parton densities."},
    {"shower.variations", TS_OPTION_BOOLEAN, "", NO_RANGE, NO_CHOICES, "false",
     "Whether the variations of scales and densities that the card asks for are those of the shower of a hadron collision too, by "
     "weights from its trials."},
    {"shower.start", TS_OPTION_TEXT, "", NO_RANGE, NO_CHOICES, "auto",
     "Where the shower of a process of the model begins: auto is the mass of all final particles, or the least transverse "
     "momentum of those that have colour (beside leptons as docs/shower.md says); mass; power, as high as there is "
     "energy; a scale in GeV; or an expression of the final particles of the hard process in GeV, \"pt(j1)/2\", in the "
     "language of cuts.expression."},
    {"shower.matrix_element", TS_OPTION_BOOLEAN, "", NO_RANGE, NO_CHOICES, "false",
     "Whether the first emission in front of one W, Z or h, or of the two leptons that it becomes, is that of the "
     "matrix element with one parton more."},
    {"shower.recoil", TS_OPTION_CHOICE, "", NO_RANGE, "local global", "local",
     "What takes the recoil of an emission off a parton that comes in where its spectator is final: the spectator, or all that is "
     "final."},
    {"shower.jet_algorithm", TS_OPTION_CHOICE, "", NO_RANGE, "antikt cambridge kt", "antikt",
     "How jets of a showered hadron collision are found: anti-kt, Cambridge-Aachen or kt."},
    {"shower.jet_radius", TS_OPTION_NUMBER, "", 0.01, 10, NO_CHOICES, "0.4", "The radius R of these jets."},
    {"shower.jet_pt_min", TS_OPTION_NUMBER, "GeV", 0, 1e5, NO_CHOICES, "30",
     "The least transverse momentum of what counts as one of these jets."},
    {"shower.jet_eta_max", TS_OPTION_NUMBER, "", 0.01, 1e3, NO_CHOICES, "5",
     "The largest pseudorapidity of what counts as one of these jets."},

    {"integration.relative_error", TS_OPTION_NUMBER, "", 1e-12, 1, NO_CHOICES, "1e-3",
     "The run ends when the error of the cross section is this part of it."},
    {"integration.events", TS_OPTION_COUNT, "", 1, 1e18, NO_CHOICES, "",
     "The run has as many events as this that count, rounded up to an even number, whatever the error: relative_error "
     "and max_events have no part then. The iterations that adapt the grid come before and take a tenth of it at most."},
    {"integration.max_events", TS_OPTION_COUNT, "", 1000, 1e18, NO_CHOICES, "1e9",
     "The run ends before it would generate more events than this, even where the error is larger; from fewer "
     "than 1000 no error can be told. A sum of channels claims nothing with fewer than 2000 for each."},
    {"integration.method", TS_OPTION_CHOICE, "", NO_RANGE, "vegas", "vegas",
     "The integrator: VEGAS, organised as m-Cubes does."},
    {"integration.seed", TS_OPTION_COUNT, "", 0, 9223372036854775807.0, NO_CHOICES, "1",
     "The seed of the random numbers; the same seed gives the same result, bit for bit."},
    {"integration.combination", TS_OPTION_CHOICE, "", NO_RANGE, "samples inverse_variance", "samples",
     "How iterations are weighted: by their numbers of samples (unbiased), or by their inverse variances (biased "
     "low: an iteration that missed large weights has a small variance too)."},
    {"integration.bins", TS_OPTION_COUNT, "", 2, 2048, NO_CHOICES, "128",
     "The bins of the grid on each axis."},
    {"integration.alpha", TS_OPTION_NUMBER, "", 0, 10, NO_CHOICES, "0.5",
     "The damping of the grid's refinement; 0 keeps the grid uniform."},
    {"integration.warmup", TS_OPTION_COUNT, "", 0, 1000, NO_CHOICES, "10",
     "The iterations that adapt the grid, at most; they do not count in the result. They take a quarter of "
     "max_events at most and end early where little is left to do."},

    {"histograms", TS_OPTION_HISTOGRAMS, "", NO_RANGE, NO_CHOICES, "[]",
     "The distributions to fill: names, or {name: pt1, bins: 50, range: [0, 500], log: false, title: \"pT [GeV]\"}, or "
     "expressions of final particles: {name: dy, expression: \"abs(y(j1) - y(j2))\", range: [0, 8]}."},

    {"events.count", TS_OPTION_COUNT, "", 0, 2e9, "all", "0",
     "How many events to write: generation goes on until there are so many, or it would pass integration.max_events; "
     "all: those of the whole run that count in the cross section. They are the first ones."},
    {"events.format", TS_OPTION_CHOICES, "", NO_RANGE, "hepmc3 lhe lhe.gz lheh5", "[hepmc3]",
     "The files of events: HepMC3's text format, events.hepmc3, which Rivet reads; Les Houches event files, events.lhe, "
     "which Pythia, Herwig and Sherpa's tools read, and the same compressed, events.lhe.gz; LHEH5 2.0.1, events.hdf5, which "
     "Sherpa and Pythia read many at a time. One, or a list."},
    {"events.split", TS_OPTION_BOOLEAN, "", NO_RANGE, NO_CHOICES, "false",
     "Whether each multiplicity has files of its own, events-0.lhe, events-1.lhe and so on, each with its own cross section."},
    {"events.processes", TS_OPTION_CHOICE, "", NO_RANGE, "auto subprocesses multiplicities", "auto",
     "The processes whose cross sections stand in the head of a Les Houches or LHEH5 file, by whose numbers events are told: "
     "subprocesses, or one for each multiplicity, which Herwig and Sherpa want; auto: multiplicities for merging, else subprocesses."},
    {"events.resonances", TS_OPTION_CHOICE, "", NO_RANGE, "auto on_shell chain none", "auto",
     "Which resonances files have between what comes in and what is final: those that the process names (chain), also those on their "
     "mass shells that a diagram has within 15 widths (on_shell), or none; auto: on_shell for merging, else chain."},
    {"events.weighted", TS_OPTION_BOOLEAN, "", NO_RANGE, NO_CHOICES, "false",
     "Whether events are written with their weights in pb, or by hit or miss with weight 1."},
    {"events.overweight", TS_OPTION_NUMBER, "", 0, 0.5, NO_CHOICES, "1e-3",
     "The share of the cross section that may have weights above 1 in hit or miss, so that more events are kept; 0: hit or miss is "
     "against the largest weight of the integration."},

    {"sampling.multiplicities", TS_OPTION_NUMBERS, "", 1e-9, 1e9, NO_CHOICES, "",
     "Relative numbers of events of each multiplicity in the files, in the order of the process: [1, 1, 2] for 0..2 j. Events then "
     "carry weights that undo it. Without it the numbers are in proportion to the cross sections."},
    {"sampling.enhance", TS_OPTION_TEXT, "", NO_RANGE, NO_CHOICES, "",
     "Expression (docs/expressions.md) of final particles that the density of events is multiplied by, such as pt(z)^2. Events then "
     "carry weights that undo it, and all results are what they are without it."},
    {"sampling.enhance_from", TS_OPTION_NUMBER, "", 0, 1e300, NO_CHOICES, "0",
     "Value of that expression up to which the density is left as it is; 0: the least that the cuts leave, with momenta and masses "
     "without a cut from 10 GeV on."},
};

enum { TABLE_ROWS = sizeof table / sizeof table[0] };
_Static_assert((int)TABLE_ROWS <= (int)OPTIONS_MOST, "make OPTIONS_MOST larger");

const ts_option *ts_option_table(size_t *count)
{
    if (count)
        *count = TABLE_ROWS;
    return table;
}

int option_index(const char *key)
{
    for (int i = 0; i < TABLE_ROWS; i++)
        if (strcmp(table[i].key, key) == 0)
            return i;
    return -1;
}

const ts_option *ts_option_find(const char *key)
{
    const int index = key ? option_index(key) : -1;
    return index < 0 ? NULL : &table[index];
}

int option_is_within(const char *key, const char *group)
{
    const size_t length = strlen(group);
    return strncmp(key, group, length) == 0 && (key[length] == '\0' || key[length] == '.');
}

const char *option_of_group(const char *key)
{
    for (int i = 0; i < TABLE_ROWS; i++)
        if (option_is_within(table[i].key, key) && strcmp(table[i].key, key) != 0)
            return table[i].key;
    return NULL;
}

int option_is_group(const char *key) { return option_of_group(key) != NULL; }

static const char *last_word(const char *key)
{
    const char *dot = strrchr(key, '.');
    return dot ? dot + 1 : key;
}

/* The names that a key may stand for: the rows and their groups. */
struct names {
    char text[2 * OPTIONS_MOST][OPTION_KEY_BYTES];
    const char *keys[2 * OPTIONS_MOST], *words[2 * OPTIONS_MOST];
    size_t count;
};

static void add_name(struct names *names, const char *key, size_t length)
{
    for (size_t i = 0; i < names->count; i++)
        if (strlen(names->keys[i]) == length && strncmp(names->keys[i], key, length) == 0)
            return;
    if (names->count == 2 * OPTIONS_MOST)
        return;
    char *text = names->text[names->count];
    snprintf(text, OPTION_KEY_BYTES, "%.*s", (int)length, key);
    names->keys[names->count] = text;
    names->words[names->count++] = last_word(text);
}

static void collect_names(struct names *names)
{
    names->count = 0;
    for (int i = 0; i < TABLE_ROWS; i++)
        add_name(names, table[i].key, strlen(table[i].key));
    for (int i = 0; i < TABLE_ROWS; i++)
        for (const char *dot = strchr(table[i].key, '.'); dot; dot = strchr(dot + 1, '.'))
            add_name(names, table[i].key, (size_t)(dot - table[i].key));
}

int ts_option_nearest(const char *key, char *nearest, size_t bytes)
{
    OWN_ENVIRONMENT;
    if (!key || !nearest || !bytes)
        return 0;
    struct names names;
    const char *word = last_word(key);
    collect_names(&names);
    const char *whole = ts_text_nearest(key, names.keys, names.count);
    /* "cut" is cuts with a letter missing, rather than merging.cut. */
    if (whole && option_is_group(whole) && ts_text_distance(key, whole) == 1)
        return snprintf(nearest, bytes, "%s", whole) > 0;
    /* "ptmin" at the top, or "jets: {pt_min: 20}": the right word at a wrong level */
    for (size_t i = 0; i < names.count; i++)
        if (strcmp(names.words[i], word) == 0)
            return snprintf(nearest, bytes, "%s", names.keys[i]) > 0;
    const char *last = ts_text_nearest(word, names.words, names.count);
    /* "jets" is nearer to the last word of cuts.jet than to the whole of cuts. */
    if (last && (!whole || ts_text_distance(word, last) < ts_text_distance(key, whole)))
        for (size_t i = 0; i < names.count; i++)
            if (names.words[i] == last)
                whole = names.keys[i];
    /* "cuts.jet.foo" is nearest to cuts.jet, and asks for an option of it. */
    if (whole && option_is_within(key, whole) && option_is_group(whole))
        whole = option_of_group(whole);
    return whole && snprintf(nearest, bytes, "%s", whole) > 0;
}

int option_choice_valid(const ts_option *option, const char *word, char nearest[64])
{
    char words[256];
    const char *list[32];
    size_t count = 0;
    snprintf(words, sizeof words, "%s", option->choices);
    char *rest = NULL;
    for (char *one = strtok_r(words, " ", &rest); one && count < 32; one = strtok_r(NULL, " ", &rest)) {
        if (strcmp(one, word) == 0)
            return 1;
        list[count++] = one;
    }
    const char *near = ts_text_nearest(word, list, count);
    snprintf(nearest, 64, "%s", near ? near : "");
    return 0;
}

const char *ts_option_type_text(ts_option_type type)
{
    static const char *const texts[] = {
        [TS_OPTION_TEXT] = "text",           [TS_OPTION_CHOICE] = "choice",
        [TS_OPTION_NUMBER] = "number",       [TS_OPTION_COUNT] = "whole number",
        [TS_OPTION_BOOLEAN] = "true/false",  [TS_OPTION_SCALE] = "scale",
        [TS_OPTION_PARTICLES] = "particles", [TS_OPTION_HISTOGRAMS] = "histograms",
        [TS_OPTION_CHOICES] = "choices",     [TS_OPTION_MAP] = "mapping",
        [TS_OPTION_TEXTS] = "texts",         [TS_OPTION_NUMBERS] = "numbers",
    };
    return (unsigned)type < sizeof texts / sizeof texts[0] ? texts[type] : "unknown";
}

/* Whole numbers below 10^6 as people write them, others as 1e+06. */
static void number_text(double number, char text[32])
{
    snprintf(text, 32, "%.*g", number < 1e5 ? 6 : 3, number);
}

/* "rambo rambo_diet" as "rambo, rambo_diet" */
static void choices_text(const char *choices, char *text, size_t bytes)
{
    size_t used = 0;
    for (; *choices && used + 3 < bytes; choices++) {
        if (*choices == ' ')
            text[used++] = ',';
        text[used++] = *choices;
    }
    text[used] = '\0';
}

void ts_option_expectation(const ts_option *option, char *text, size_t bytes)
{
    OWN_ENVIRONMENT;
    if (!option || !text || !bytes)
        return;
    char low[32], high[32], choices[256] = "";
    number_text(option->minimum, low);
    number_text(option->maximum, high);
    if (option->choices)
        choices_text(option->choices, choices, sizeof choices);
    const char *space = *option->unit ? " " : "";
    switch (option->type) {
    case TS_OPTION_TEXT:
        snprintf(text, bytes, "text");
        break;
    case TS_OPTION_NUMBERS:
        snprintf(text, bytes, "a list of numbers from %s to %s%s%s", low, high, space, option->unit);
        break;
    case TS_OPTION_TEXTS:
        snprintf(text, bytes, "text or a list of texts");
        break;
    case TS_OPTION_CHOICE:
        snprintf(text, bytes, strchr(choices, ',') ? "one of %s" : "%s", choices);
        break;
    case TS_OPTION_NUMBER:
        snprintf(text, bytes, "a number from %s to %s%s%s", low, high, space, option->unit);
        break;
    case TS_OPTION_COUNT:
        if (option->maximum >= 9223372036854775807.0)
            snprintf(high, sizeof high, "2^63-1");
        snprintf(text, bytes,
                 option->choices ? "a whole number from %s to %s, or %s" : "a whole number from %s to %s",
                 low, high, choices);
        break;
    case TS_OPTION_BOOLEAN:
        snprintf(text, bytes, "true or false");
        break;
    case TS_OPTION_SCALE:
        snprintf(
            text, bytes,
            "a number from %s to %s%s%s, or HT, MT, M or clustering, HT/number, number*HT with a number from 0.001 to 1000, or "
            "an expression such as sqrt(m(z)^2 + pt(z)^2)/2",
            low, high, space, option->unit);
        break;
    case TS_OPTION_PARTICLES:
        snprintf(text, bytes, "a list of two of: %s", choices);
        break;
    case TS_OPTION_CHOICES:
        snprintf(text, bytes, "a list of: %s", choices);
        break;
    case TS_OPTION_MAP:
        snprintf(text, bytes, "a mapping such as %s", option->choices);
        break;
    case TS_OPTION_HISTOGRAMS:
        snprintf(text, bytes, "a list of names or {name, bins, range, log, expression, title}");
        break;
    }
}
