/* Which trees teams of a GPU's threads share, and how many threads a team has (docs/decisions.md, "One thread
 * an event, or several"). */
#include "amplitude/tree.h"

/* Shapes of a group, as an H100 likes them best: 512 threads on a multiprocessor in double precision, in one
 * group or in two, and between them its memory. */
static const struct {
    int workers, units;
} shapes[] = {{32, 890}, {64, 1800}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Operations from which on a team is faster than threads of their own. */
enum { OPERATIONS_LEAST = 300 };

static int operations_of(const struct tree *tree, int drawn)
{
    return drawn ? tree->operations.count : tree->sharing.count;
}

/* Places alone that are more than there is memory for are not worth a try. */
static int may_fit(const struct tree *tree, int drawn, int units)
{
    return operations_of(tree, drawn) && (drawn || 4 * tree->sharing.slots <= units);
}

static ts_status make(ts_context *context, struct tree *tree, int drawn, int shape)
{
    const struct team_request request = {.operations = &tree->operations,
                                         .helicities = &tree->helicities,
                                         .sharing = drawn ? NULL : &tree->sharing,
                                         .legs = tree->graph.legs,
                                         .flows = tree->graph.flow_count,
                                         .workers = shapes[shape].workers,
                                         .units = shapes[shape].units};
    return may_fit(tree, drawn, request.units) ? team_create(context, &request, &tree->team) : TS_OK;
}

ts_status trees_make_teams(ts_context *context, struct tree *const *trees, const int *drawn, int count)
{
    ts_status status = TS_OK;
    int largest = 0, are_made = 0;
    for (int i = 0; i < count; ++i)
        if (operations_of(trees[i], drawn[i]) > largest)
            largest = operations_of(trees[i], drawn[i]);
    for (int shape = 0; shape < SHAPES && largest >= OPERATIONS_LEAST && !are_made && !status; ++shape) {
        are_made = 1;
        for (int i = 0; i < count && are_made && !status; ++i) {
            status = make(context, trees[i], drawn[i], shape);
            are_made = trees[i]->team.count > 0;
        }
        for (int i = 0; i < count && !are_made; ++i)
            team_free(&trees[i]->team);
    }
    return status;
}
