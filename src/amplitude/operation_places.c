/* Places of currents that operations take and make (operations.h). */
#include "amplitude/operations.h"

/* Currents of one set of legs lie side by side, and products are of no other set. */
void operations_pack(struct operations *operations)
{
    const int currents = operations->currents;
    int slots = currents, base = slots;
    if (operations->list_count) /* places in lists are not moved */
        return;
    for (int i = 0, first = slots; i < operations->count; ++i) {
        uint32_t *op = operations->list + (size_t)i * TREE_WORDS;
        const int makes = operation_makes_current(op[TREE_KIND]);
        if (i && op[TREE_LEGS] != op[TREE_LEGS - TREE_WORDS])
            base = first;
        for (int k = makes ? -1 : 0; k < operation_inputs(op[TREE_KIND]); ++k) {
            uint32_t *word = k < 0 ? &op[TREE_OUT] : &op[TREE_IN + k];
            if (*word < (uint32_t)currents)
                continue;
            first = (int)*word >= first ? (int)*word + 1 : first;
            *word -= (uint32_t)(base - currents);
            slots = (int)*word >= slots ? (int)*word + 1 : slots;
        }
    }
    operations->slots = slots;
}

int operation_has_momenta(uint32_t kind)
{
    kind &= TREE_ADD - 1;
    return kind >= TREE_VVV && kind <= TREE_JVSH;
}

int operation_inputs(uint32_t kind)
{
    switch (kind & (TREE_ADD - 1)) {
    case TREE_STRUCTURE_1:
    case TREE_SCALED:
    case TREE_ROW_TURNED:
    case TREE_COLUMN_TURNED:
        return 1;
    case TREE_STRUCTURE_3:
    case TREE_STRUCTURE_MORE:
    case TREE_CONTACT:
    case TREE_VSS:
    case TREE_VVS:
    case TREE_SSS:
        return 3;
    default:
        kind &= TREE_ADD - 1;
        return kind <= TREE_WAVE_SCALAR || (kind > TREE_SCALED && kind <= TREE_SCALAR) ? 0 : 2;
    }
}

int operation_makes_current(uint32_t kind) { return (kind & (TREE_ADD - 1)) <= TREE_SCALAR; }
