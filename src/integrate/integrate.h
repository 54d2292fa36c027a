/* The adaptive integrator: VEGAS over sub-cubes, as m-Cubes organises it.
 *
 * The grid is refined over the first iterations and then frozen; only the
 * iterations after that count. Their sizes come from the warm-up, and they are
 * combined by their numbers of samples: what does not depend on the samples leaves
 * no bias. */
#ifndef TESSERA_INTEGRATE_INTEGRATE_H
#define TESSERA_INTEGRATE_INTEGRATE_H

#include "device/device.h"
#include "integrate/integral.h"

/* Integrates a sum of integrands, channels of the same histograms, to the precision of their sum. Events go
 * where they lessen its error most (channel.h). `parts`: [count], the integrals of the channels. Statuses as
 * ts_run(): on TS_OK, TS_NOT_CONVERGED and TS_INTERRUPTED all are filled, and integral_destroy() frees each.
 */
ts_status integrate(ts_context *context, struct device *device, const struct integrand *integrands,
                    size_t count, const struct integration_settings *settings, struct integral *parts,
                    struct integral *total);

#endif
