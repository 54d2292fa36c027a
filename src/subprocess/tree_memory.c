#include "core/context.h"
#include "subprocess/trees.h"

#include <stdlib.h>
#include <string.h>

struct remembered_trees {
    int pdg[LEGS_MOST];
    struct chain chain;
    struct trees trees;
};

/* There are few: a process with many subprocesses has most of its flavours interchanged. */
int tree_memory_find(const struct tree_memory *memory, const int pdg[LEGS_MOST], const struct chain *chain,
                     struct trees *trees)
{
    for (size_t i = 0; i < memory->count; ++i)
        if (!memcmp(memory->rows[i].pdg, pdg, sizeof memory->rows[i].pdg) &&
            !memcmp(&memory->rows[i].chain, chain, sizeof *chain)) {
            *trees = memory->rows[i].trees;
            return 1;
        }
    return 0;
}

ts_status tree_memory_add(ts_context *context, struct tree_memory *memory, const int pdg[LEGS_MOST],
                          const struct chain *chain, const struct trees *trees)
{
    if (memory->count == memory->room) {
        const size_t room = memory->room ? 2 * memory->room : 64;
        struct remembered_trees *rows = realloc(memory->rows, room * sizeof *rows);
        if (!rows)
            return ts_fail_memory(context, "the diagrams of a process");
        memory->rows = rows;
        memory->room = room;
    }
    struct remembered_trees *row = &memory->rows[memory->count++];
    memcpy(row->pdg, pdg, sizeof row->pdg);
    row->chain = *chain;
    row->trees = *trees;
    return TS_OK;
}

void tree_memory_clear(struct tree_memory *memory)
{
    free(memory->rows);
    *memory = (struct tree_memory){0};
}
