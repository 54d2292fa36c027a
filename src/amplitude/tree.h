/* A tree-level matrix element that the program made itself. The way goes from particles to a graph of
 * currents, its operations, helicities and colour matrix, to tables and a program, to values at points. */
#ifndef TESSERA_AMPLITUDE_TREE_HOST_H
#define TESSERA_AMPLITUDE_TREE_HOST_H

#include "amplitude/helicities.h"
#include "amplitude/operations.h"
#include "amplitude/sharing.h"
#include "amplitude/size.h"
#include "amplitude/team.h"
#include "device/device.h"
#include "program/program.h"

struct tree_request {
    const ts_model *model;
    int legs;
    const int *pdg;                      /* incoming first */
    struct orders most;                  /* of the powers of the couplings */
    const struct square_bounds *squares; /* of the square's powers; NULL: none */
    const struct exclusion *excluded;    /* NULL: nothing */
    const struct chain *chain;     /* what decays, and which helicities legs have; NULL: nothing and all */
    int leading;                   /* leading colour alone */
    int counted;                   /* without a colour matrix: for who asks for its size alone */
    const signed char *helicities; /* physical ones of each leg, -1, 0 or 1; NULL: all */
    int apart; /* whether each choice of helicities has a sum of its own, without an average over them */
};

struct tree {
    struct graph graph;
    struct operations operations;
    struct helicities helicities;
    struct sharing sharing;
    struct team team; /* without words where a GPU's threads have points to themselves */
    double *matrix;   /* lower triangle of the colour matrix */
    double average;   /* 1 over the spins (of a sum over helicities) and colours of what comes in */
    int slices;       /* parts in which helicities are summed */
    int apart;        /* whether these are the choices one by one */
};

/* Makes all but the program. TS_ERROR_INPUT where it is too large or a vertex is unknown, TS_ERROR_MEMORY. */
ts_status tree_create(ts_context *context, const struct tree_request *request, struct tree *tree);
void tree_free(struct tree *tree);

/* A tree that a team may make. */
struct team_tree {
    struct tree *tree;
    int drawn; /* whether events draw one choice of helicities */
};

/* Makes the schedules of teams for trees that one program serves. There are none where the largest is too
 * small to be worth it, or one of them is nothing for teams. TS_ERROR_MEMORY. */
ts_status trees_make_teams(ts_context *context, const struct team_tree *trees, int count);

/* Arithmetic of a point, a fused multiply-add being one, with the helicities of the tree summed. */
double tree_instructions(const struct tree *tree);

/* The time that it takes on one core with AVX-512 in double precision. It fits what docs/performance.md has
 * measured, 600 to 7 10^6 operations, within a third. */
double tree_nanoseconds(double instructions);

/* Tables of a kernel (kernels/amplitude/tree_layout.h), in units of `unit` GeV. */
struct tree_tables {
    uint32_t *words;
    size_t word_count;
    double *values;
    size_t value_count;
};
ts_status tree_tables_create(ts_context *context, const struct tree *tree, double unit,
                             struct tree_tables *tables);
void tree_tables_free(struct tree_tables *tables);

/* The values of such tables alone, where g_s is `strong` times that of the model; to be freed. */
ts_status tree_values_create(ts_context *context, const struct tree *tree, double unit, double strong,
                             double **values, size_t *count);

/* Puts colour flows, from which an event gets its own, behind words and values. `leading`: squares have their
 * leading weight, colour_leading(), instead of the exact one. TS_ERROR_MEMORY. */
ts_status tree_tables_add_flows(ts_context *context, const struct tree *tree, int leading,
                                struct tree_tables *tables);

/* Puts derivatives of the values behind them, by the inputs that the model was asked for. Words say by what
 * derivatives are taken: these and, with `momenta`, all components of momenta. TS_ERROR_MEMORY. */
ts_status tree_tables_add_slopes(ts_context *context, const struct tree *tree, double unit, int momenta,
                                 struct tree_tables *tables);

/* Room for the recursion: TREE_SLOTS, TREE_FLOWS, TREE_MOMENTA, TREE_COMPLEX_MASSES, TREE_TENSORS,
 * TREE_STATES, TEAM_UNITS of a kernel. */
enum { TREE_STRUCTURES_MOST = 512 };
struct tree_room {
    int slots, flows, momenta;
    int complex_masses, states;
    int team_units, team_workers; /* numbers of a team, and its workers; 0: there are none */
    int tensors;                  /* whether there are currents of spin 2, for which all have more room */
    const ts_model *model;
    int structures[TREE_STRUCTURES_MOST], structure_count; /* functions of the model's own structures */
    int is_full;                                           /* whether there are more of them than it holds */
};

/* Makes it large enough for a tree, and for its team, which comes later. */
void tree_room_hold_team(struct tree_room *room, const struct tree *tree);
void tree_room_hold(struct tree_room *room, const struct tree *tree);

/* The definitions that give a program the room. */
void tree_room_write(const struct tree_room *room, struct source *text);

/* Forms of a program. A table is followed by a kernel that processes share, or
 * by one with room for it alone, as GPUs reserve what is asked for. Or the
 * operations are written out, faster where the process is small. Or teams of a GPU's threads share a point,
 * where it is large and the device has the memory; else that is the second.
 */
enum tree_form { TREE_FORM_SHARED, TREE_FORM_TABLE, TREE_FORM_STRAIGHT, TREE_FORM_TEAM };

/* The form by table that serves on a device, and the one that is fastest there for sums over helicities. */
enum tree_form tree_table_form(const struct device *device);
enum tree_form tree_best_form(const struct device *device);

/* What stands in a program before `#include "amplitude/tree_recursion.h"`. */
void tree_write(const struct tree *tree, enum tree_form form, struct source *text);

/* tree_steps() as text. */
void straight_write(const struct tree *tree, struct source *text);

/* The buffers of kernels/process/tree_sum.h. */
enum { TREE_BUFFER_MOMENTA, TREE_BUFFER_WORDS, TREE_BUFFER_VALUES, TREE_BUFFER_SUMS };

/* A tree on a device. */
struct tree_engine {
    const struct tree *tree;
    struct team team;
    struct device *device;
    struct device_program *program;
    int double_precision;
    double unit; /* [GeV] of what kernels compute with */
    size_t most_points;
    int numbers; /* sums of a point and a slice: 1; exact and leading colour; or derivatives */
    int slopes;  /* how many of the derivatives are by parameters; -1: it makes none */
    struct device_buffer *buffers[MAP_BUFFERS];
    void *momenta, *sums;
    double compile_seconds;
    int checks; /* whether momenta are to be on the mass shells of the model */
    double masses[LEGS_MOST];
    /* Points of the last evaluation, counted from 1; 0: there is none. The first with a leg on no mass shell,
     * if that is checked, and the first with a value that is not finite. */
    size_t stray, infinite;
};

/* Compiles and makes room for launches of some points. `unit`: a power of two near the energies [GeV]. */
ts_status tree_engine_create(ts_context *context, const struct tree *tree, struct device *device,
                             enum tree_form form, int double_precision, double unit, size_t points,
                             struct tree_engine *engine);

/* Makes g_s so many times that of the model, for what is evaluated from now on. */
ts_status tree_engine_set_strong(ts_context *context, struct tree_engine *engine, double strong);

/* Lets evaluations look for points that are on no mass shell, on the way. They have values all the same. */
void tree_engine_check(struct tree_engine *engine);

/* The kernel of an engine, and how many items it has for so many points. */
const char *tree_engine_entry(const struct tree_engine *engine);
uint64_t tree_engine_items(const struct tree_engine *engine, size_t points);

/* Begins a launch over so many points, whose momenta are on the device; what reads its sums waits. */
ts_status tree_engine_launch(ts_context *context, struct tree_engine *engine, size_t points);
void tree_engine_destroy(struct tree_engine *engine);

/* Squared matrix elements [GeV^(8 - 2 legs)], summed over final and averaged over initial helicities and
 * colours. `momenta`: [points][legs][4], physical ones in GeV. Of a tree whose choices of helicities are
 * apart values are [points][choices], averaged over colours alone. */
ts_status tree_engine_evaluate(ts_context *context, struct tree_engine *engine, const double *momenta,
                               size_t points, double *values);

/* An engine, in double precision, of a tree with all colours. Its values are ratios: the squared matrix
 * element over that at leading colour, both summed over helicities. The second is the sum of the squares of
 * all colour flows, each times colour_leading(). */
ts_status tree_ratio_create(ts_context *context, const struct tree *tree, struct device *device, double unit,
                            size_t points, struct tree_engine *engine);

/* An engine, in double precision, of derivatives of the squared matrix element. Values are
 * [points][derivatives]: by the inputs that the model was asked for and, with `momenta`, by E, px, py, pz
 * [1/GeV] of each leg. Such a component leaves the mass shell and the conservation of momentum:
 * sums along a way that keeps to both have a meaning. */
ts_status tree_gradient_create(ts_context *context, const struct tree *tree, struct device *device,
                               double unit, size_t points, int momenta, struct tree_engine *engine);

#endif
