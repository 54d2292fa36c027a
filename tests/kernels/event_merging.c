/* Scales of merging of events from standard input, for tests/program/test_merging_peers.sh and whoever
 * compares with other programs.
 *
 *   event_merging DEVICE PRECISION FINAL PARTONS MEASURE D <EVENTS
 *
 * An event is FINAL lines `E px py pz` of its final particles. PARTONS has a bit of each that is a parton,
 * MEASURE is a number of kernels/observable/merging_layout.h. The scale of each event is printed on a line.
 */
#include "merging_program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FINAL_MOST = 8, COUNT = 1024 };
static double events[4 * FINAL_MOST * COUNT], squares[COUNT];

/* What is missing at the end stays as it was. */
static size_t read_events(int final)
{
    for (size_t n = 0; n < COUNT; ++n)
        for (int i = 0; i < final; ++i) {
            double *p = events + 4 * (size_t)i * COUNT + n;
            if (scanf("%lf %lf %lf %lf", p, p + COUNT, p + 2 * COUNT, p + 3 * COUNT) != 4)
                return n;
        }
    return COUNT;
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing || argc != 7)
        return missing ? missing : 2;
    const int final = atoi(argv[3]), partons = (int)strtol(argv[4], NULL, 0), measure = atoi(argv[5]);
    if (final < 1 || final > FINAL_MOST)
        return 2;
    struct kernel kernel = merging_open(final, partons, (enum merging_measure)measure, COUNT);
    for (size_t read = COUNT; read == COUNT;) {
        read = read_events(final);
        merging_run(&kernel, events, final, strtod(argv[6], NULL), squares);
        for (size_t n = 0; n < read; ++n)
            printf("%.17g\n", sqrt(squares[n]));
    }
    kernel_close(&kernel);
    return 0;
}
