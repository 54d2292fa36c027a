/* Groups of subprocesses into parts, where something tells members apart that have one matrix element. */
#include "core/context.h"
#include "subprocess/subprocess.h"

#include <stdlib.h>

/* Gives the legs of a group the order in which the process names those of its first member. */
static void name_legs(struct subprocess_group *group, struct subprocess *members, int legs)
{
    const struct subprocess first = members[0];
    int place[LEGS_MOST] = {0}; /* of what were leg 0, leg 1, ... */
    for (int i = 0; i < legs; ++i)
        place[first.typed[i]] = i;
    for (int i = 0; i < legs; ++i)
        group->place[i] = place[group->place[i]];
    group->chain = chain_moved(&group->chain, first.typed, legs);
    for (int k = 0; k < group->member_count; ++k) {
        const struct subprocess old = members[k];
        members[k].mirrored = old.mirrored != first.mirrored;
        for (int i = 0; i < legs; ++i) {
            members[k].pdg[place[i]] = old.pdg[i];
            members[k].typed[i] = place[old.typed[i]];
        }
    }
}

static int parts_of(const struct subprocess_group *group, const int *part)
{
    int last = 0;
    for (int i = 0; i < group->member_count; ++i)
        last = part[i] > last ? part[i] : last;
    return last + 1;
}

/* Members of a group, part by part, each in its order, as groups from number `made` on. Returns the number
 * behind the last one. */
static int split(const struct subprocess_group *group, const int *part, int legs,
                 struct subprocess_group *groups, struct subprocess *members, int made)
{
    const int parts = parts_of(group, part);
    for (int k = 0; k < parts; ++k, ++made) {
        groups[made] = *group;
        groups[made].members = members;
        groups[made].member_count = 0;
        for (int i = 0; i < group->member_count; ++i) {
            if (part[i] != k)
                continue;
            members[groups[made].member_count] = group->members[i];
            members[groups[made].member_count++].group = made;
        }
        if (k)
            name_legs(&groups[made], members, legs);
        members += groups[made].member_count;
    }
    return made;
}

ts_status subprocess_list_split(ts_context *context, struct subprocess_list *list, const int *part)
{
    int count = 0, made = 0;
    for (int i = 0, first = 0; i < list->group_count; first += list->groups[i++].member_count)
        count += parts_of(&list->groups[i], part + first);
    if (count == list->group_count)
        return TS_OK;
    struct subprocess_group *groups = calloc((size_t)count + 1, sizeof *groups);
    struct subprocess *members = calloc((size_t)list->member_count + 1, sizeof *members);
    if (!groups || !members) {
        free(groups);
        free(members);
        return ts_fail_memory(context, "the subprocesses of a process");
    }
    for (int i = 0, first = 0; i < list->group_count; first += list->groups[i++].member_count)
        made = split(&list->groups[i], part + first, list->legs, groups, members + first, made);
    free(list->groups);
    free(list->members);
    list->groups = groups;
    list->group_count = count;
    list->members = members;
    return TS_OK;
}
