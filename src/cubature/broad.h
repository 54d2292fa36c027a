/* Broad points before a claim: whether the grid has left a part of the integral that it never saw.
 *
 * A grid may have closed in on one of two peaks before it met the other. Then its errors say nothing of that.
 * So points are spread evenly over the box, a tenth of all evaluations, of which only those count where the
 * grid is thin. Of each part of them the heaviest is looked at. It stands for the value there times the
 * volume that it has to itself. Where the grid would send next to no evaluations into that volume, and it
 * matters, there is no claim. The grid gets bins around such places instead, and the warm-up goes on from
 * there. */
#ifndef TESSERA_CUBATURE_BROAD_H
#define TESSERA_CUBATURE_BROAD_H

#include "cubature/work.h"

/* Looks for what the grid has left, behind a result that would be claimed. *found: there is something. Then
 * the grid goes there too, and work->overlooked says how much one of the points stood for. What was summed
 * before is gone.
 * @return TS_OK, or TS_NOT_CONVERGED with an objection where the limit of evaluations leaves no room for them
 */
ts_status broad_search(struct cubature_work *work, int *found);

#endif
