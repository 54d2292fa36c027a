/* How many currents a matrix element needs, for who asks before anything is compiled. */
#include "amplitude/tree.h"
#include "core/needs.h"
#include "core/stack.h"
#include "subprocess/subprocess.h"
#include "tessera/subprocess.h"

ts_status ts_subprocesses_currents(ts_context *context, const ts_subprocesses *subprocesses, size_t group,
                                   ts_subprocess_currents *currents)
{
    NEEDS(context, context && subprocesses && currents);
    NEEDS_STACK(context);
    if (group >= ts_subprocesses_group_count(subprocesses))
        return ts_fail(context, TS_ERROR_INPUT, "There is no group %zu of subprocesses.", group);
    const struct subprocess_list *list = &subprocesses->list;
    const struct tree_request request = {.model = subprocesses->model,
                                         .legs = list->legs,
                                         .pdg = list->groups[group].members[0].pdg,
                                         .most = list->groups[group].most,
                                         .chain = &list->groups[group].chain,
                                         .squares = &list->squares,
                                         .excluded = &list->excluded,
                                         .counted = 1};
    struct tree tree;
    *currents = (ts_subprocess_currents){0};
    const ts_status status = tree_create(context, &request, &tree);
    if (status)
        return status;
    const double operations = tree_instructions(&tree);
    *currents = (ts_subprocess_currents){.currents = (size_t)tree.graph.current_count,
                                         .products = (size_t)tree.graph.term_count,
                                         .flows = (size_t)tree.graph.flow_count,
                                         .operations = operations,
                                         .nanoseconds = tree_nanoseconds(operations)};
    tree_free(&tree);
    return TS_OK;
}
