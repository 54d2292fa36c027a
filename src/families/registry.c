/* THE table of processes: `run`, `compile`, `amplitude` and `processes` read it. */
#include "core/needs.h"
#include "core/options.h"
#include "process/family.h"
#include "process/shower_observables.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define ROW(name) &(name),
static const struct process_family *const families[] = {FAMILIES(ROW)};
enum { COUNT = sizeof families / sizeof families[0] };

/* Options with a part in every process. */
static const char *const common[] = {"process", "beams", "precision", "integration", "histograms", "events"};
enum { COMMON = sizeof common / sizeof common[0] };

const struct process_family *family_at(size_t index) { return index < COUNT ? families[index] : NULL; }

const struct process_family *family_of_integrand(const struct particle_list *list)
{
    for (size_t i = 0; i < COUNT; ++i)
        if (families[i]->create && families[i]->matches(list))
            return families[i];
    return NULL;
}

const struct process_family *family_of_amplitude(const struct particle_list *list)
{
    for (size_t i = 0; i < COUNT && particles_are_definite(list); ++i)
        if (families[i]->evaluate && families[i]->matches(list))
            return families[i];
    return NULL;
}

int family_uses(const struct process_family *family, const char *key)
{
    for (size_t i = 0; i < COMMON; ++i)
        if (option_is_within(key, common[i]))
            return 1;
    static const char group[] = "couplings.";
    for (size_t i = 0; i < FAMILY_COUPLINGS && family->couplings[i].name; ++i)
        if (!strncmp(key, group, strlen(group)) && !strcmp(key + strlen(group), family->couplings[i].name))
            return 1;
    for (size_t i = 0; i < FAMILY_USES && family->uses[i]; ++i)
        if (option_is_within(key, family->uses[i]))
            return 1;
    return 0;
}

static ts_process_info infos[COUNT];

static void make_infos(void)
{
    for (size_t i = 0; i < COUNT; ++i) {
        struct source names = {.text = NULL};
        infos[i] = families[i]->info;
        shower_observables_list(families[i]->showers, " ", &names);
        if (names.length)
            snprintf(infos[i].observables, sizeof infos[i].observables, "%s", names.text);
        source_free(&names);
    }
}

ts_status ts_process_list(ts_context *context, const ts_process_info **list, size_t *count)
{
    NEEDS(context, list);
    *list = NULL;
    NEEDS(context, count);
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)context;
    pthread_once(&once, make_infos);
    *list = infos;
    *count = COUNT;
    return TS_OK;
}
