#include "derived/subprocess_making.h"

#include "core/context.h"
#include "phase_space/scattering.h"

#include <stdlib.h>

ts_status subprocess_cuts_read(struct subprocess_making *making, const struct subprocess_group *group,
                               const struct subprocess *member, struct particle_cuts *cuts)
{
    const struct scattering scattering = {making->model, making->setting.whole, making->setting.root_s};
    ts_status status = particle_cuts_read(making->context, making->card, making->model, &making->labels,
                                          making->setting.list->legs - LEGS_IN, member->pdg + LEGS_IN, cuts,
                                          &making->used);
    if (!status)
        status = scattering_read(making->context, making->card, &scattering, member->pdg, cuts);
    return status ? status
                  : merging_add(making->context, making->card, &making->setting.merging, making->model,
                                &group->chain, member->pdg, cuts);
}

/* Finds the part of each member. `cuts`: room for those of all parts, a part of each member at most. */
static ts_status find_parts(struct subprocess_making *making, const struct subprocess_group *group,
                            struct particle_cuts *cuts, int *part)
{
    ts_status status = TS_OK;
    for (int i = 0, parts = 0; i < group->member_count && !status; ++i) {
        status = subprocess_cuts_read(making, group, &group->members[i], &cuts[parts]);
        part[i] = 0;
        while (part[i] < parts && !particle_cuts_equal(&cuts[part[i]], &cuts[parts]))
            ++part[i];
        parts += part[i] == parts;
    }
    return status;
}

ts_status subprocess_parts_split(struct subprocess_making *making)
{
    struct subprocess_list *list = making->list;
    struct particle_cuts *cuts = calloc((size_t)list->member_count, sizeof *cuts);
    int *part = calloc((size_t)list->member_count, sizeof *part);
    ts_status status = cuts && part ? TS_OK : ts_fail_memory(making->context, "the cuts of a process");
    for (int i = 0; i < list->group_count && !status; ++i)
        status = find_parts(making, &list->groups[i], cuts, part + (list->groups[i].members - list->members));
    if (!status)
        status = subprocess_list_split(making->context, list, part);
    free(cuts);
    free(part);
    return status;
}
