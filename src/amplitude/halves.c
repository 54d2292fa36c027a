#include "amplitude/halves.h"

enum { UPPER = 1, LOWER = 2, BOTH = UPPER | LOWER };

static unsigned turned(unsigned halves)
{
    return (halves & UPPER ? LOWER : 0U) | (halves & LOWER ? UPPER : 0U);
}

/* ixxxxx of a massless fermion has the lower half for helicity times sign = 1, oxxxxx the upper one. */
static unsigned of_wave(const struct operations *operations, const struct helicities *helicities, int choice,
                        const uint32_t *words)
{
    const int helicity = (int)helicities->list[choice * helicities->legs + (int)words[TREE_IN]];
    const int right = (words[TREE_IN + 2] ? -helicity : helicity) > 0;
    if (!operations->massless[words[TREE_VALUE]])
        return BOTH;
    return (words[TREE_KIND] == TREE_WAVE_COLUMN) == right ? LOWER : UPPER;
}

/* What a vector's vertex leaves of a column and a row. Its left part takes the upper half of the one and the
 * lower half of the other. */
static unsigned of_pair(unsigned column, unsigned row) { return column & turned(row); }

/* The kind for one half, where there are two behind the kind for both. */
static uint32_t kind_for(uint32_t kind, uint32_t first, unsigned halves)
{
    return halves == UPPER ? first : halves == LOWER ? first + 1 : kind;
}

void halves_take(const struct operations *operations, const struct helicities *helicities, int choice,
                 unsigned char *halves, uint32_t words[TREE_WORDS])
{
    const uint32_t added = words[TREE_KIND] & ~(uint32_t)(TREE_ADD - 1);
    const uint32_t in = words[TREE_IN], second = words[TREE_IN + 1], out = words[TREE_OUT];
    uint32_t kind = words[TREE_KIND] & (TREE_ADD - 1);
    unsigned made = BOTH;
    switch (kind) {
    case TREE_WAVE_COLUMN:
    case TREE_WAVE_ROW:
        made = of_wave(operations, helicities, choice, words);
        break;
    case TREE_FVI:
        made = turned(halves[in]);
        kind = kind_for(kind, TREE_FVI_UPPER, halves[in]);
        break;
    case TREE_FVO:
        made = turned(halves[in]);
        kind = kind_for(kind, TREE_FVO_UPPER, halves[in]);
        break;
    case TREE_FS:
    case TREE_SCALED:
        made = halves[in];
        break;
    case TREE_JIO:
        kind = kind_for(kind, TREE_JIO_UPPER, of_pair(halves[in], halves[second]));
        break;
    case TREE_COLUMN_MASSLESS:
        made = turned(halves[out]);
        kind = kind_for(kind, TREE_COLUMN_UPPER, halves[out]);
        break;
    case TREE_ROW_MASSLESS:
        made = turned(halves[out]);
        kind = kind_for(kind, TREE_ROW_UPPER, halves[out]);
        break;
    case TREE_CLOSE_FERMION:
        kind = kind_for(kind, TREE_CLOSE_UPPER, halves[in] & halves[second]);
        break;
    default:
        break;
    }
    words[TREE_KIND] = kind + added;
    if (operation_makes_current(kind))
        halves[out] = (unsigned char)(added & TREE_ADD ? halves[out] | made : made);
}
