/* Which trees teams of a GPU's threads share, and how many threads a team has (docs/decisions.md, "Teams of a
 * GPU's threads"). */
#include "amplitude/tree.h"

/* Shapes of a group, as an H100 likes them best. In double precision 512 threads are on a multiprocessor, in
 * two groups or in one, and have its memory between them. */
static const struct {
    int workers, units;
} shapes[] = {{32, 890}, {64, 1800}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Operations from which on a team is faster than threads of their own. */
enum { OPERATIONS_LEAST = 300 };

static int operations_of(const struct team_tree *of)
{
    return of->drawn ? of->tree->operations.count : of->tree->sharing.count;
}

static ts_status make(ts_context *context, const struct team_tree *of, int shape)
{
    struct tree *tree = of->tree;
    const struct team_request request = {.operations = &tree->operations,
                                         .helicities = &tree->helicities,
                                         .sharing = of->drawn ? NULL : &tree->sharing,
                                         .legs = tree->graph.legs,
                                         .flows = tree->graph.flow_count,
                                         .workers = shapes[shape].workers,
                                         .units = shapes[shape].units};
    return operations_of(of) ? team_create(context, &request, &tree->team) : TS_OK;
}

/* Schedules of one shape for all trees. What a point takes of a multiprocessor goes with *time; 0: one of
 * them has none, so that none has. */
static ts_status make_all(ts_context *context, const struct team_tree *trees, int count, int shape,
                          double *time)
{
    ts_status status = TS_OK;
    int are_made = 1;
    *time = 0;
    for (int i = 0; i < count && are_made && !status; ++i) {
        team_free(&trees[i].tree->team);
        status = make(context, &trees[i], shape);
        are_made = trees[i].tree->team.count > 0;
        *time += trees[i].tree->team.span * shapes[shape].workers;
    }
    for (int i = 0; i < count && !are_made; ++i)
        team_free(&trees[i].tree->team);
    *time = are_made ? *time : 0;
    return status;
}

ts_status trees_make_teams(ts_context *context, const struct team_tree *trees, int count)
{
    ts_status status = TS_OK;
    int largest = 0, best = 0, made = SHAPES - 1;
    double times[SHAPES] = {0};
    for (int i = 0; i < count; ++i)
        if (operations_of(&trees[i]) > largest)
            largest = operations_of(&trees[i]);
    if (largest < OPERATIONS_LEAST)
        return TS_OK;
    for (int shape = 0; shape < SHAPES && !status; ++shape) {
        status = make_all(context, trees, count, shape, &times[shape]);
        best = times[shape] > 0 && (times[best] <= 0 || times[shape] < times[best]) ? shape : best;
    }
    return status || best == made || times[best] <= 0 ? status
                                                      : make_all(context, trees, count, best, &times[best]);
}
