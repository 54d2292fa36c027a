#include "amplitude/tree.h"

/* Instructions of each kind, a fused multiply-add being one: sums over components, counted by hand. */
static const int instructions[TREE_KINDS] = {
    [TREE_WAVE_COLUMN] = 40,
    [TREE_WAVE_ROW] = 40,
    [TREE_WAVE_VECTOR] = 45,
    [TREE_WAVE_TENSOR] = 500,
    [TREE_FVI] = 56,
    [TREE_FVO] = 56,
    [TREE_JIO] = 96,
    [TREE_FVI_UPPER] = 28,
    [TREE_FVI_LOWER] = 28,
    [TREE_FVO_UPPER] = 28,
    [TREE_FVO_LOWER] = 28,
    [TREE_JIO_UPPER] = 44,
    [TREE_JIO_LOWER] = 44,
    [TREE_FS] = 32,
    [TREE_HIO] = 24,
    [TREE_VVV] = 108,
    [TREE_VVV_APART] = 100,
    [TREE_VVSH] = 44,
    [TREE_JVSH] = 60,
    [TREE_CONTACT] = 116,
    [TREE_VS] = 20,
    [TREE_VV] = 20,
    [TREE_VSS] = 24,
    [TREE_VVS] = 24,
    [TREE_SS] = 8,
    [TREE_SSS] = 12,
    [TREE_STRUCTURE_1] = 60,
    [TREE_STRUCTURE_2] = 120,
    [TREE_STRUCTURE_3] = 150,
    [TREE_STRUCTURE_MORE] = 250,
    [TREE_ROW_TURNED] = 4,
    [TREE_COLUMN_TURNED] = 4,
    [TREE_SCALED] = 8,
    [TREE_COLUMN] = 64,
    [TREE_COLUMN_MASSLESS] = 30,
    [TREE_ROW] = 64,
    [TREE_ROW_MASSLESS] = 30,
    [TREE_COLUMN_UPPER] = 18,
    [TREE_COLUMN_LOWER] = 18,
    [TREE_ROW_UPPER] = 18,
    [TREE_ROW_LOWER] = 18,
    [TREE_VECTOR] = 60,
    [TREE_VECTOR_MASSLESS] = 13,
    [TREE_COLUMN_STATES] = 200,
    [TREE_ROW_STATES] = 200,
    [TREE_VECTOR_STATES] = 250,
    [TREE_TENSOR] = 500,
    [TREE_TENSOR_MASSLESS] = 60,
    [TREE_DENOMINATOR] = 30,
    [TREE_SCALAR] = 16,
    [TREE_CLOSE_VECTOR] = 18,
    [TREE_CLOSE_FERMION] = 18,
    [TREE_CLOSE_SCALAR] = 6,
    [TREE_CLOSE_TENSOR] = 72,
    [TREE_CLOSE_UPPER] = 10,
    [TREE_CLOSE_LOWER] = 10,
};

int operation_instructions(uint32_t kind) { return instructions[kind & (TREE_ADD - 1)]; }

static double instructions_of(const uint32_t *op)
{
    const uint32_t kind = op[TREE_KIND] & (TREE_ADD - 1);
    const int added = kind == TREE_SCALED ? 0 : kind > TREE_SCALAR ? 2 : 8;
    return instructions[kind] + (op[TREE_KIND] & TREE_ADD ? added : 0);
}

/* What each choice of helicities makes anew, and its colour sum. */
double tree_instructions(const struct tree *tree)
{
    const struct helicities *helicities = &tree->helicities;
    const double flows = tree->graph.flow_count;
    double count = helicities->count * (flows * (flows + 1) + 2 * flows);
    for (int i = 0; i < tree->sharing.count; ++i)
        count += instructions_of(tree->sharing.list + (size_t)i * TREE_WORDS);
    if (tree->sharing.count)
        return count;
    for (int i = 0; i < helicities->count; ++i) {
        uint32_t changed = i ? 0 : ~0U;
        for (int leg = 0; leg < helicities->legs && i; ++leg)
            if (helicities->list[i * helicities->legs + leg] !=
                helicities->list[(i - 1) * helicities->legs + leg])
                changed |= 1U << leg;
        for (int k = 0; k < tree->operations.count; ++k) {
            const uint32_t *op = tree->operations.list + (size_t)k * TREE_WORDS;
            count += op[TREE_LEGS] & changed ? instructions_of(op) : 0;
        }
    }
    return count;
}

double tree_nanoseconds(double instructions)
{
    const double start = 20, each = 1.0 / 20;
    return start + instructions * each;
}
