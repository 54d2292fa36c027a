/* The operations of all choices of helicities in one list, each current made once for each choice of the
 * helicities of its own legs. */
#ifndef TESSERA_AMPLITUDE_SHARING_H
#define TESSERA_AMPLITUDE_SHARING_H

#include "amplitude/helicities.h"
#include "amplitude/operations.h"

/* A choice has the operations from `first` of it to `first` of the next one. Those of a slice of the choices
 * need no others, and have to be done in their order. Waves take the helicity of their choice. */
struct sharing {
    uint32_t *list; /* [count][TREE_WORDS] */
    int count;
    int *first; /* [choices + 1] */
    int slots;  /* places of currents; one is taken again where a current has no more use */
};

/* Makes the list; it is empty where it would have more than SHARING_MOST operations, or need more places than
 * a cache holds. TS_ERROR_MEMORY. */
enum { SHARING_MOST = 1 << 18, SHARING_SLOTS_MOST = 2048 };
ts_status sharing_create(ts_context *context, const struct operations *operations,
                         const struct helicities *helicities, int slices, struct sharing *sharing);
void sharing_free(struct sharing *sharing);

#endif
