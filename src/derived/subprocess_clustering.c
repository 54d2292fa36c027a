#include "derived/subprocess_making.h"

#include "derived/histories.h"
#include "pdf/set.h"
#include "pdf/table.h"

#include <math.h>

int subprocess_clusters(ts_scale scale) { return scale.factor > 0 && scale.base == TS_SCALE_CLUSTERING; }

double subprocess_least_clustering(const struct process *process)
{
    return fmax(coupling_table_lowest(pdf_coupling(process->pdf)), ts_pdf_describe(process->pdf).q_min);
}

ts_status subprocess_find_clustering(struct subprocess_making *making)
{
    static const char *const keys[] = {"scales.renormalization", "scales.factorization"};
    struct subprocess_setting *setting = &making->setting;
    setting->clusters[0] = subprocess_clusters(setting->scales.renormalization);
    setting->clusters[1] = subprocess_clusters(setting->scales.factorization);
    const struct request *request = making->request;
    const ts_scale asked[] = {request->scales.renormalization, request->scales.factorization};
    for (int i = 0; i < 2 && !setting->scales.parton_count; ++i)
        if (subprocess_clusters(asked[i]))
            return subprocess_refuse(making, keys[i],
                                     "clustering measures distances from beams of hadrons, and neither beam "
                                     "is one: take HT, MT, M or a scale in GeV");
    setting->least_clustering = subprocess_least_clustering(making->process);
    return TS_OK;
}

ts_status subprocess_find_histories(struct subprocess_making *making, int group)
{
    struct subprocess_work *work = &making->work[group];
    const struct subprocess_group *of = &making->setting.list->groups[group];
    const struct histories_setting setting = {.graph = &work->tree.graph,
                                              .most = chain_most_of_all(&of->chain, &of->most),
                                              .strong = trees_strong_most(&of->trees),
                                              .unit = making->setting.unit};
    if (!making->setting.clusters[0] && !making->setting.clusters[1])
        return TS_OK;
    const ts_status status = histories_create(making->context, &setting, &work->histories);
    if (work->histories.powers > making->setting.vertex_powers)
        making->setting.vertex_powers = work->histories.powers;
    return status;
}
