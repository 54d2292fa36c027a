/* Wall-clock time. */
#ifndef TESSERA_CORE_CLOCK_H
#define TESSERA_CORE_CLOCK_H

/* Seconds since an arbitrary moment; never goes backwards. */
double clock_seconds(void);

#endif
