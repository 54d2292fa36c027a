#include "subprocess/alignment.h"

#include "model/propagators.h"

#include <stdlib.h>
#include <string.h>

static int compare_numbers(double a, double b) { return (a > b) - (a < b); }

static double charge_of(const ts_model *model, int pdg)
{
    const int charge = ts_model_particle(model, pdg)->charge;
    return pdg > 0 ? charge : -charge;
}

/* The sign of the first difference that is none. */
static int first_sign(const double *differences, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (differences[i] != 0)
            return compare_numbers(differences[i], 0);
    return 0;
}

/* By what waves and propagators depend on. */
static int compare_nature(const ts_model *model, int a, int b)
{
    const ts_particle *x = ts_model_particle(model, a), *y = ts_model_particle(model, b);
    const int matters = x->spin == 2 || abs(x->colour) == 3;
    const double differences[] = {x->spin - y->spin,
                                  x->colour - y->colour,
                                  x->mass - y->mass,
                                  x->width - y->width,
                                  model_propagator_number(model, a) - model_propagator_number(model, b),
                                  matters ? (a < 0) - (b < 0) : 0};
    return first_sign(differences, sizeof differences / sizeof *differences);
}

/* By that and by charge: flavours where this is zero may stand for one another. */
static int compare_kinds(const ts_model *model, int a, int b)
{
    const double differences[] = {compare_nature(model, a, b), charge_of(model, a) - charge_of(model, b)};
    return first_sign(differences, sizeof differences / sizeof *differences);
}

static int rank_of(const struct alignment *alignment, int pdg)
{
    int rank = 0;
    while (rank < alignment->flavours && alignment->flavour[rank] != abs(pdg))
        ++rank;
    return rank;
}

static void add_flavour(struct alignment *alignment, int pdg)
{
    if (rank_of(alignment, pdg) == alignment->flavours)
        alignment->flavour[alignment->flavours++] = abs(pdg);
}

/* By what it is, then by its code: the order in which permutations of flavours begin. */
static int compare_flavours(const struct alignment *alignment, int a, int b)
{
    const int order = compare_kinds(alignment->model, a, b);
    return order ? order : compare_numbers(a, b);
}

/* Flavours of the incoming legs in their order, and new ones sorted. */
static void list_flavours(struct alignment *alignment)
{
    alignment->flavours = 0;
    for (int i = 0; i < alignment->incoming; ++i)
        add_flavour(alignment, alignment->pdg[alignment->mirrored ? 1 - i : i]);
    alignment->known = alignment->flavours;
    for (int i = alignment->incoming; i < alignment->legs; ++i)
        add_flavour(alignment, alignment->pdg[i]);
    int *flavour = alignment->flavour;
    for (int i = alignment->known; i < alignment->flavours; ++i)
        for (int j = i; j > alignment->known && compare_flavours(alignment, flavour[j - 1], flavour[j]) > 0;
             --j) {
            const int swapped = flavour[j];
            flavour[j] = flavour[j - 1];
            flavour[j - 1] = swapped;
        }
}

/* Turns a block of flavours into its next permutation; 0, and the first one again, behind the last. */
static int permute(int *flavour, int count)
{
    int i = count - 1, j;
    while (i > 0 && flavour[i - 1] > flavour[i])
        --i;
    for (int a = i, b = count - 1; a < b; ++a, --b) {
        const int swapped = flavour[a];
        flavour[a] = flavour[b];
        flavour[b] = swapped;
    }
    if (i == 0)
        return 0;
    for (j = i; flavour[j] < flavour[i - 1];)
        ++j;
    const int swapped = flavour[j];
    flavour[j] = flavour[i - 1];
    flavour[i - 1] = swapped;
    return 1;
}

/* The next order of new flavours: those of one nature change places. */
static int permute_blocks(struct alignment *alignment)
{
    int *flavour = alignment->flavour;
    for (int first = alignment->known, end; first < alignment->flavours; first = end) {
        for (end = first + 1;
             end < alignment->flavours && compare_kinds(alignment->model, flavour[first], flavour[end]) == 0;)
            ++end;
        if (permute(flavour + first, end - first))
            return 1;
    }
    return 0;
}

/* Flavours of the incoming legs come first, whatever their charge. */
static int stands_before(const struct alignment *alignment, int i, int j)
{
    const int a = alignment->pdg[i], b = alignment->pdg[j], known = alignment->known;
    const int x = rank_of(alignment, a), y = rank_of(alignment, b);
    const double differences[] = {compare_nature(alignment->model, a, b),
                                  (x < known ? x : known) - (y < known ? y : known),
                                  compare_kinds(alignment->model, a, b), x - y};
    return first_sign(differences, sizeof differences / sizeof *differences) < 0;
}

/* Sorts the legs; equal ones stay in their order. */
static void align(struct alignment *alignment)
{
    int *place = alignment->place;
    for (int i = 0; i < alignment->legs; ++i) {
        place[i] = i < alignment->incoming && alignment->mirrored ? 1 - i : i;
        for (int j = i; j > alignment->incoming && stands_before(alignment, place[j], place[j - 1]); --j) {
            const int swapped = place[j];
            place[j] = place[j - 1];
            place[j - 1] = swapped;
        }
    }
    for (int i = 0; i < alignment->legs; ++i)
        alignment->aligned[i] = alignment->pdg[place[i]];
}

void alignment_begin(struct alignment *alignment, const ts_model *model, const int *pdg, int legs,
                     int incoming, int fixed)
{
    *alignment = (struct alignment){.model = model,
                                    .legs = legs,
                                    .incoming = incoming,
                                    .fixed = fixed || incoming < LEGS_IN};
    memcpy(alignment->pdg, pdg, (size_t)legs * sizeof *pdg);
    list_flavours(alignment);
}

int alignment_next(struct alignment *alignment)
{
    if (alignment->started && !permute_blocks(alignment)) {
        if (alignment->mirrored || alignment->fixed)
            return 0;
        alignment->mirrored = 1;
        list_flavours(alignment);
    }
    alignment->started = 1;
    align(alignment);
    return 1;
}
