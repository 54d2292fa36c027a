/* Kernels over a range of items, for every device:
 *
 *   MAP(name, GLOBAL const scalar *, in, GLOBAL scalar *, out, GLOBAL scalar *, more, GLOBAL scalar *, none)
 *   {
 *       r_store(out + item * LANES, r_sqrt(r_fetch(in + item * LANES)));
 *   }
 *
 * defines the kernel `name` over four buffers, of which those not given are null pointers (device_map() in
 * src/device/device.h). Its body runs once for each `item`. An item covers as many elements as its author
 * says: LANES of them where the body works on lanes. */
#ifndef TESSERA_MAP_H
#define TESSERA_MAP_H

#include "dialect.h"

#ifdef GPU
/* Registers leave room for so many threads on a multiprocessor. */
#define MAP_FOR(threads, name, type0, buffer0, type1, buffer1, type2, buffer2, type3, buffer3)    \
    FN void name##_item(type0 buffer0, type1 buffer1, type2 buffer2, type3 buffer3, uint64 item); \
    KERNEL_FOR(threads)                                                                           \
    void name(type0 buffer0, type1 buffer1, type2 buffer2, type3 buffer3, uint64 count)           \
    {                                                                                             \
        if (gpu_thread() < count)                                                                 \
            name##_item(buffer0, buffer1, buffer2, buffer3, gpu_thread());                        \
    }                                                                                             \
    FN void name##_item(type0 buffer0, type1 buffer1, type2 buffer2, type3 buffer3, uint64 item)
#define MAP(name, type0, buffer0, type1, buffer1, type2, buffer2, type3, buffer3) \
    MAP_FOR(256, name, type0, buffer0, type1, buffer1, type2, buffer2, type3, buffer3)
#else
#define MAP(name, type0, buffer0, type1, buffer1, type2, buffer2, type3, buffer3)                      \
    FN void name##_item(type0 buffer0, type1 buffer1, type2 buffer2, type3 buffer3, uint64 item);      \
    __attribute__((visibility("default"))) void name(void *const *buffers, uint64 first, uint64 count) \
    {                                                                                                  \
        for (uint64 item = first; item < first + count; ++item)                                        \
            name##_item(buffers[0], buffers[1], buffers[2], buffers[3], item);                         \
    }                                                                                                  \
    FN void name##_item(type0 buffer0, type1 buffer1, type2 buffer2, type3 buffer3, uint64 item)

__attribute__((visibility("default"))) uint64_t map_lanes(void) { return LANES; }
#endif

#endif
