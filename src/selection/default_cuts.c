#include "selection/default_cuts.h"

#include <stdio.h>
#include <string.h>

void default_cuts_add(const ts_card *card, struct process *process, const char *kind)
{
    static const struct {
        const char *name, *unit;
        double nothing; /* which excludes nothing */
    } cuts[] = {{"pt_min", " GeV", 0}, {"eta_max", "", 100}, {"dr_min", "", 0}, {"dr_jet", "", 0}};
    char key[64];
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; ++i) {
        snprintf(key, sizeof key, "cuts.%s.%s", kind, cuts[i].name);
        const double value = ts_card_number(card, key); /* NAN: there is no such option */
        const size_t used = strlen(process->default_cuts);
        if (ts_card_has(card, key) || !process_uses(process, key) || !(value >= 0) ||
            value == cuts[i].nothing)
            continue;
        snprintf(process->default_cuts + used, sizeof process->default_cuts - used, "%s%s %g%s",
                 used ? ", " : "", key, value, cuts[i].unit);
    }
}
