#include "tessera/version.h"

const char *ts_version(void) { return TESSERA_VERSION; }

int ts_version_number(void) { return TESSERA_VERSION_NUMBER; }
