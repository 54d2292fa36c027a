#include "derived/subprocess_making.h"

#include "amplitude/on_shell.h"
#include "core/context.h"
#include "model/propagators.h"
#include "subprocess/conserved.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sums of conserved numbers are of some ten small whole numbers each. */
static const double tiny = 1e-6;

/* Final states of a group, for each of which its lines are named. */
struct naming {
    const ts_model *model;
    const struct conserved *conserved;
    int legs;
};

static int is_state(const struct shell_state *state, const int *pdg, int legs)
{
    return !memcmp(state->pdg + LEGS_IN, pdg + LEGS_IN, (size_t)(legs - LEGS_IN) * sizeof *pdg);
}

/* The antiparticle of a W or a Z is no other thing in a matrix element, nor are fermions of equal masses. */
static int is_alike(const ts_particle *particle, int colour, const struct shell_line *line,
                    const ts_particle *first)
{
    return particle->spin == first->spin && colour == line->colour && particle->mass == line->mass &&
           particle->width == line->width;
}

/* What a line is where these particles come from it: that of the graph, where all that is conserved allows
 * it. Otherwise the only one of equal mass and width. 0: there is none, or several. */
static int name_line(const struct naming *naming, const struct shell_line *line, const int *pdg)
{
    size_t count;
    const ts_particle *particles = ts_model_particles(naming->model, &count);
    const ts_particle *first = ts_model_particle(naming->model, line->pdg);
    int products[LEGS_MOST], product_count = 0, found = 0, several = 0;
    for (int leg = LEGS_IN; leg < naming->legs; ++leg)
        if (line->legs >> leg & 1)
            products[product_count++] = pdg[leg];
    const double sum = conserved_sum(naming->conserved, naming->model, products, product_count);
    if (fabs(conserved_sum(naming->conserved, naming->model, &line->pdg, 1) - sum) < tiny)
        return line->pdg;
    for (size_t i = 0; i < 2 * count; ++i) {
        const ts_particle *particle = &particles[i / 2];
        const int code = i % 2 ? -particle->pdg : particle->pdg;
        if (!ts_model_particle(naming->model, code) || !model_is_particle(naming->model, code) ||
            !is_alike(particle, code < 0 ? -particle->colour : particle->colour, line, first) ||
            fabs(conserved_sum(naming->conserved, naming->model, &code, 1) - sum) > tiny)
            continue;
        several |= found != 0;
        found = code;
    }
    return several ? 0 : found;
}

/* Lists the final states of a group. */
static ts_status list_states(const struct subprocess_making *making, const struct subprocess_group *group,
                             struct on_shell *shell)
{
    const int legs = making->list->legs;
    struct conserved *conserved = malloc(sizeof *conserved);
    shell->states = calloc((size_t)group->member_count, sizeof *shell->states);
    ts_status status = conserved && shell->states ? TS_OK : ts_fail_memory(making->context, "a process");
    if (!status)
        status = conserved_find(making->context, making->model, &group->most, conserved);
    const struct naming naming = {making->model, conserved, legs};
    for (int i = 0; i < group->member_count && !status; ++i) {
        const int *pdg = group->members[i].pdg;
        int known = 0;
        for (int k = 0; k < shell->state_count; ++k)
            known |= is_state(&shell->states[k], pdg, legs);
        if (known)
            continue;
        struct shell_state *state = &shell->states[shell->state_count++];
        memcpy(state->pdg, pdg, (size_t)legs * sizeof *pdg);
        for (int k = 0; k < shell->line_count; ++k)
            state->line_pdg[k] = name_line(&naming, &shell->lines[k], pdg);
    }
    free(conserved);
    return status;
}

/* Whether files are to have them; mergings know their core process by what stands in it. */
static int are_asked(const struct subprocess_making *making)
{
    const enum request_resonances asked = making->request->events.resonances;
    if (!making->request->events.count || making->setting.showers)
        return 0;
    return asked == RESONANCES_ON_SHELL ||
           (asked == RESONANCES_AUTO && making->setting.merging.scheme != MERGED_NOT);
}

ts_status subprocess_keep_on_shell(const struct subprocess_making *making)
{
    struct process *process = making->process;
    size_t kept = 0;
    ts_status status = TS_OK;
    if (!are_asked(making))
        return TS_OK;
    process->events.on_shell = calloc(process->subprocess_count, sizeof *process->events.on_shell);
    if (!process->events.on_shell)
        return ts_fail_memory(making->context, "a process");
    for (int part = 0; part < making->part_count && !status; ++part) {
        const struct subprocess_making *of = &making->parts[part];
        for (int i = 0; i < of->list->group_count && !status; ++i) {
            struct on_shell *shell = &process->events.on_shell[kept++];
            status = on_shell_create(making->context, &of->work[i].tree.graph, &of->list->groups[i].chain,
                                     shell);
            if (!status && shell->line_count)
                status = list_states(of, &of->list->groups[i], shell);
        }
    }
    return status;
}
