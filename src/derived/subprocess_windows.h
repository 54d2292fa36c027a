/* Masses that the lines of a group may not have ("$ t"), while a process is made. */
#ifndef TESSERA_DERIVED_SUBPROCESS_WINDOWS_H
#define TESSERA_DERIVED_SUBPROCESS_WINDOWS_H

#include "derived/subprocess_checks.h"

/* Finds them, where the tree of the group stands. Refuses those of lines without width, and those that leave
 * no event. */
ts_status subprocess_find_windows(struct subprocess_making *making, int group);

#endif
