#include "derived/subprocess_making.h"

#include "core/context.h"
#include "pdf/set.h"
#include "process/particles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const key = "beams.particles";

int beams_have_whole(const ts_card *card)
{
    return !subprocess_beam_is_hadron(card, 0) || !subprocess_beam_is_hadron(card, 1);
}

/* A process may name the beams, and then they are the card's; p p stands for both kinds of protons. */
static ts_status check_names(ts_context *context, const ts_card *card, const char *process)
{
    char name[2][8] = {"", ""}, sentence[96];
    if (sscanf(process, "%7s %7s", name[0], name[1]) != 2 ||
        (strcmp(name[0], "p~") != 0 && strcmp(name[1], "p~") != 0))
        return TS_OK;
    for (int i = 0; i < LEGS_IN; ++i)
        if (strcmp(name[i], card_request(card)->beams.particles[i]) != 0) {
            snprintf(sentence, sizeof sentence, "the process has other beams: write [%s, %s]", name[0],
                     name[1]);
            return ts_card_refuse(context, card, key, sentence);
        }
    return TS_OK;
}

/* What comes as it is has an energy that no collider has made the usual one, and no mass here. */
static ts_status check_whole(ts_context *context, const ts_card *card, const char *process,
                             const struct subprocess_setting *setting)
{
    char sentence[160];
    if (!setting->whole[0] && !setting->whole[1])
        return TS_OK;
    if (!card_request(card)->beams.energy_given)
        return ts_fail(context, TS_ERROR_INPUT,
                       "beams.energy: %s needs the energy of its beams, such as beams: {particles: [%s, %s], "
                       "energy: 240}.",
                       process, card_request(card)->beams.particles[0],
                       card_request(card)->beams.particles[1]);
    for (int i = 0; i < LEGS_IN; ++i)
        if (setting->whole[i] && ts_model_particle(setting->model, setting->beam_pdg[i])->mass > 0) {
            snprintf(sentence, sizeof sentence,
                     "beams have no mass, and %s has one in this model: set it to 0",
                     card_request(card)->beams.particles[i]);
            return ts_card_refuse(context, card, key, sentence);
        }
    return TS_OK;
}

/* The beam that has what all subprocesses begin with on this side: a proton, or the one particle; NULL: there
 * is none. */
static const char *beam_of_all(const struct subprocess_setting *setting, int beam)
{
    const char *name = NULL;
    for (int i = 0; i < setting->list->member_count; ++i) {
        const struct subprocess *member = &setting->list->members[i];
        const int pdg = member->pdg[member->mirrored ? 1 - beam : beam];
        const char *own = particle_kind_of(setting->model, pdg) == KIND_JET
                              ? "p"
                              : ts_model_particle_name(setting->model, pdg);
        if (name && strcmp(name, own) != 0)
            return NULL;
        name = own;
    }
    return name;
}

/* The beams would be what the process begins with, or protons that hold it. */
static ts_status refuse_other(ts_context *context, const ts_card *card,
                              const struct subprocess_setting *setting, const char *process)
{
    char sentence[500];
    const char *first = beam_of_all(setting, 0), *second = beam_of_all(setting, 1);
    const int length = (int)strcspn(process, ">") - 1;
    const int hadrons = first && second && !strcmp(first, "p") && !strcmp(second, "p");
    const char *energy = hadrons || card_request(card)->beams.energy_given ? "" : ", energy: 240";
    if (first && second)
        snprintf(sentence, sizeof sentence,
                 "the process begins with %.*s, and the beams are %s and %s: write beams: {particles: [%s, "
                 "%s]%s}",
                 length, process, card_request(card)->beams.particles[0],
                 card_request(card)->beams.particles[1], first, second, energy);
    else
        snprintf(sentence, sizeof sentence,
                 "a beam that is no proton has one kind of particle, and %.*s stands for several: name two "
                 "particles before \">\"",
                 length, process);
    return ts_card_refuse(context, card, key, sentence);
}

/* Adds a parton whose density is needed; refuses what is no parton, and what the set lacks. */
static ts_status add_parton(ts_context *context, const ts_card *card, const struct process *process,
                            const char *name, struct subprocess_setting *setting, int beam, int pdg)
{
    if (setting->whole[beam])
        return pdg == setting->beam_pdg[beam] ? TS_OK : refuse_other(context, card, setting, name);
    if (particle_kind_of(setting->model, pdg) != KIND_JET)
        return refuse_other(context, card, setting, name);
    const int density = subprocess_density(setting, beam, pdg);
    for (int place = 0; place < setting->scales.parton_count; ++place)
        if (setting->scales.partons[place] == density)
            return TS_OK;
    setting->scales.partons[setting->scales.parton_count++] = density;
    return scales_check_parton(context, card, process, density,
                               ts_model_particle_name(setting->model, density), name);
}

ts_status subprocess_beams_read(ts_context *context, const ts_card *card, const struct process *process,
                                const char *process_name, struct subprocess_setting *setting)
{
    const struct subprocess_list *list = setting->list;
    for (int i = 0; i < LEGS_IN; ++i) {
        const char *name = card_request(card)->beams.particles[i];
        setting->antiproton[i] = !strcmp(name, "p~");
        setting->whole[i] = !subprocess_beam_is_hadron(card, i);
        setting->beam_pdg[i] = particles_pdg(name);
    }
    ts_status status = check_names(context, card, process_name);
    for (int i = 0; i < list->member_count && !status; ++i)
        for (int beam = 0; beam < LEGS_IN && !status; ++beam) {
            const struct subprocess *member = &list->members[i];
            status = add_parton(context, card, process, process_name, setting, beam,
                                member->pdg[member->mirrored ? 1 - beam : beam]);
        }
    return status ? status : check_whole(context, card, process_name, setting);
}
