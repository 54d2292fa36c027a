/* How many currents a matrix element needs, for who asks before anything is compiled. */
#include "amplitude/size.h"
#include "subprocess/subprocess.h"
#include "tessera/subprocess.h"

ts_status ts_subprocesses_currents(ts_context *context, const ts_subprocesses *subprocesses, size_t group,
                                   ts_subprocess_currents *currents)
{
    const struct subprocess_list *list = &subprocesses->list;
    const struct graph_process process = {.model = subprocesses->model,
                                          .legs = list->legs,
                                          .pdg = list->groups[group].members[0].pdg,
                                          .most = list->most,
                                          .excluded = &list->excluded};
    struct graph graph;
    *currents = (ts_subprocess_currents){0};
    ts_status status = tree_check_legs(context, process.model, process.legs, process.pdg);
    if (!status)
        status = graph_create(context, &process, &graph);
    if (status)
        return status;
    status = tree_check_graph(context, &graph);
    *currents = (ts_subprocess_currents){(size_t)graph.current_count, (size_t)graph.term_count,
                                         (size_t)graph.flow_count};
    graph_free(&graph);
    return status;
}
