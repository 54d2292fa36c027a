#include "phase_space/scattering.h"

#include "core/card.h"
#include "core/context.h"

#include <stdio.h>

static int family_of(const ts_model *model, int pdg) { return ts_model_particle(model, pdg)->family; }

/* Whether a lepton may become another one: the same, or that of a W boson. */
static int may_become(const ts_model *model, int in, int out)
{
    return family_of(model, in) && family_of(model, in) == family_of(model, out) && (in > 0) == (out > 0);
}

static ts_status refuse(ts_context *context, const ts_card *card, const char *what)
{
    char sentence[SENTENCE_BYTES];
    snprintf(sentence, sizeof sentence,
             "Q^2 is that of one lepton that is a beam and comes out again, itself or as its neutrino, and "
             "here %s: leave it out",
             what);
    return ts_card_refuse(context, card, "cuts.q2_min", sentence);
}

ts_status scattering_read(ts_context *context, const ts_card *card, const struct scattering *scattering,
                          const int *pdg, struct particle_cuts *cuts)
{
    int beams = 0, leptons = 0;
    cuts->q2_min = card_request(card)->cuts.q2_min;
    cuts->beams_energy = scattering->root_s;
    for (int beam = 0; beam < LEGS_IN; ++beam)
        if (scattering->whole[beam] && family_of(scattering->model, pdg[beam])) {
            cuts->q2_beam = beam;
            ++beams;
        }
    for (int i = 0; i < cuts->final && beams == 1; ++i)
        if (may_become(scattering->model, pdg[cuts->q2_beam], pdg[LEGS_IN + i])) {
            cuts->q2_lepton = i;
            ++leptons;
        }
    if (beams == 1 && leptons == 1)
        return TS_OK;
    cuts->q2_beam = cuts->q2_lepton = -1;
    if (!(cuts->q2_min > 0))
        return TS_OK;
    return refuse(context, card,
                  beams == 0   ? "no beam is a lepton"
                  : beams == 2 ? "both beams are leptons"
                  : leptons    ? "several final particles may be that"
                               : "no final particle is that");
}
