/* Any file of text: its events are read to the end, or it is refused with a sentence. */
#include "input.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    if (bytes <= 3 || memcmp(data + 1, "HDF", 3) != 0) /* files of HDF5 are left to fuzz_lheh5 */
        input_read_events(data, bytes);
    return 0;
}
