/* Observables of events from a file, for tests/program/test_observables_peers.sh and whoever compares with
 * other programs.
 *
 *   event_observables DEVICE PRECISION random     prints the events that the tests of observables are made of
 *   event_observables DEVICE PRECISION <EVENTS    prints a line for each event: y23 y34 y45 y56, 1 - thrust,
 * heavy and light jet mass, wide and narrow broadening; below -1e30: none
 *
 * An event is a block of lines `E px py pz`, one for each parton; an empty line ends it. Lines that begin
 * with # are passed over. */
#include "parton_events.h"

enum { RESULTS = 9 };
static double results[RESULTS * EVENTS];

static const char head[] =
    "#include \"map.h\"\n#include \"observable/durham.h\"\n#include \"observable/event_shapes.h\"\n";
static const char kernels[] = KERNEL_TEXT(
    MAP(observe, GLOBAL scalar *, rows, GLOBAL scalar *, out, GLOBAL scalar *, none, GLOBAL scalar *, more) {
        event_list events = {rows, COUNT};
        real y[DURHAM_RATES];
        event_shape_values values;
        durham_rates(events, (uint32)ELEMENT, y);
        event_shapes(events, (uint32)ELEMENT, &values);
        for (int i = 0; i < DURHAM_RATES; ++i)
            r_store(out + AT(i), y[i]);
        r_store(out + AT(4), values.thrust);
        r_store(out + AT(5), values.heavy_mass);
        r_store(out + AT(6), values.light_mass);
        r_store(out + AT(7), values.wide);
        r_store(out + AT(8), values.narrow);
    });

static void print_random(void)
{
    events_random(1, 20);
    for (size_t slot = 0; slot < EVENTS; ++slot) {
        for (int i = 0; i < (int)*event_count(slot); ++i) {
            long double p[4];
            parton_get(slot, i, p);
            printf("%.17Lg %.17Lg %.17Lg %.17Lg\n", p[0], p[1], p[2], p[3]);
        }
        printf("\n");
    }
}

/* One event of standard input; its number of partons, 0 at the end. */
static int read_event(size_t slot)
{
    char line[256];
    int count = 0;
    while (fgets(line, sizeof line, stdin)) {
        double p[4];
        if (line[0] == '#')
            continue;
        if (line[strspn(line, " \t\r\n")] == 0) {
            if (count)
                break;
            continue;
        }
        if (sscanf(line, "%lf %lf %lf %lf", p, p + 1, p + 2, p + 3) != 4)
            fail_msg("this is not `E px py pz`: %s", line);
        if (count == MOST_PARTONS)
            fail_msg("an event has more than %d partons", MOST_PARTONS);
        for (int c = 0; c < 4; ++c)
            *event_row(count, c, slot) = p[c];
        ++count;
    }
    *event_count(slot) = count;
    return count;
}

static void print_observables(void)
{
    struct kernel kernel = kernel_open_parts(head, kernels, EVENTS);
    size_t read = EVENTS;
    while (read == EVENTS) {
        memset(event_rows, 0, sizeof event_rows);
        for (read = 0; read < EVENTS && read_event(read); ++read)
            ;
        events_run(&kernel, "observe", RESULTS, results);
        for (size_t slot = 0; slot < read; ++slot)
            for (size_t i = 0; i < RESULTS; ++i)
                printf("%.17g%c", results[i * EVENTS + slot], i + 1 < RESULTS ? ' ' : '\n');
    }
    kernel_close(&kernel);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    if (argc > 3 && !strcmp(argv[3], "random"))
        print_random();
    else
        print_observables();
    return 0;
}
