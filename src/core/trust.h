/* Whether other users can exchange what lies in a folder. */
#ifndef TESSERA_CORE_TRUST_H
#define TESSERA_CORE_TRUST_H

#include "tessera/context.h"

/* Refuses (TS_ERROR_FILE, with the folder at fault) one whose path others can
 * change, as ssh does. Each folder from the root down is to be root's or this
 * user's. Nobody else may write in it, but where only owners remove their
 * entries (sticky, as /tmp). @param path without symbolic links, as realpath()
 * makes it
 * @param variable of the environment, by which the user may name another */
ts_status trust_folder(ts_context *context, const char *path, const char *variable);

#endif
