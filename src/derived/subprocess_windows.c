#include "derived/subprocess_making.h"

#include <stdio.h>

/* What is on its mass shell takes a width. */
static ts_status check_width(const struct subprocess_making *making, const struct mass_window *window)
{
    const ts_particle *particle = ts_model_particle(making->model, window->pdg);
    const char *name = ts_model_particle_name(making->model, window->pdg);
    char sentence[SENTENCE_BYTES], width[80] = "";
    if (particle->width > 0)
        return TS_OK;
    if (particle->width_name)
        snprintf(width, sizeof width, "set model.%.40s, or ", particle->width_name);
    snprintf(sentence, sizeof sentence,
             "%s has no width, of which \"$ %s\" leaves out %d to both sides of its mass: %stake \"$$\"",
             name, name, RESONANCE_WIDTHS, width);
    return subprocess_refuse(making, "process", sentence);
}

/* Of beams of known energy all final particles together have that mass. */
static ts_status check_energy(const struct subprocess_making *making, const struct mass_window *window)
{
    const struct subprocess_setting *setting = &making->setting;
    const unsigned every = (1u << (setting->list->legs - LEGS_IN)) - 1;
    char sentence[SENTENCE_BYTES];
    if (!setting->whole[0] || !setting->whole[1] || window->final != every ||
        setting->root_s <= window->low || setting->root_s >= window->high)
        return TS_OK;
    snprintf(
        sentence, sizeof sentence,
        "no event passes, for \"$ %s\" leaves out masses from %.6g to %.6g GeV, and the beams have %.6g GeV",
        ts_model_particle_name(making->model, window->pdg), window->low, window->high, setting->root_s);
    return subprocess_refuse(making, "process", sentence);
}

ts_status subprocess_find_windows(struct subprocess_making *making, int group)
{
    struct subprocess_setting *setting = &making->setting;
    struct subprocess_work *work = &making->work[group];
    ts_status status = TS_OK;
    if (!mass_windows_find(&work->tree.graph, &setting->list->excluded, &setting->list->groups[group].chain,
                           &work->windows))
        return subprocess_refuse(making, "process",
                                 "more than 32 lines are to be off their mass shell (\"$\")");
    for (int i = 0; i < work->windows.count && !status; ++i) {
        status = check_width(making, &work->windows.list[i]);
        if (!status)
            status = check_energy(making, &work->windows.list[i]);
    }
    if (work->windows.count > setting->windows_most)
        setting->windows_most = work->windows.count;
    return status;
}
