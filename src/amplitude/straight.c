/* The text of one process: its operations written out, one line each, for processes that are small. */
#include "amplitude/tree.h"

static const char *const names[TREE_KINDS] = {
    [TREE_FVI] = "tree_fvi",
    [TREE_FVO] = "tree_fvo",
    [TREE_JIO] = "tree_jio",
    [TREE_FS] = "tree_fs",
    [TREE_HIO] = "tree_hio",
    [TREE_VVV] = "tree_vvv",
    [TREE_VVV_APART] = "tree_vvv_apart",
    [TREE_VVSH] = "tree_vvsh",
    [TREE_JVSH] = "tree_jvsh",
    [TREE_CONTACT] = "tree_contact",
    [TREE_VS] = "tree_vs",
    [TREE_VV] = "tree_vv",
    [TREE_VSS] = "tree_vss",
    [TREE_VVS] = "tree_vvs",
    [TREE_SS] = "tree_ss",
    [TREE_SSS] = "tree_sss",
    [TREE_COLUMN] = "tree_column_wave",
    [TREE_COLUMN_MASSLESS] = "tree_massless_column_wave",
    [TREE_ROW] = "tree_row_wave",
    [TREE_ROW_MASSLESS] = "tree_massless_row_wave",
    [TREE_VECTOR] = "tree_vector_wave",
    [TREE_VECTOR_MASSLESS] = "tree_massless_wave",
    [TREE_COLUMN_STATES] = "tree_column_states",
    [TREE_ROW_STATES] = "tree_row_states",
    [TREE_VECTOR_STATES] = "tree_vector_states",
    [TREE_TENSOR] = "tree_tensor_wave",
    [TREE_TENSOR_MASSLESS] = "tree_massless_tensor_wave",
    [TREE_SCALAR] = "tree_scalar_wave",
    [TREE_CLOSE_VECTOR] = "tree_close_vector",
    [TREE_CLOSE_FERMION] = "tree_close_fermion",
    [TREE_CLOSE_SCALAR] = "tree_close_scalar",
    [TREE_CLOSE_TENSOR] = "tree_close_tensor",
};

static int is_massless(uint32_t kind)
{
    return kind == TREE_COLUMN_MASSLESS || kind == TREE_ROW_MASSLESS || kind == TREE_VECTOR_MASSLESS ||
           kind == TREE_TENSOR_MASSLESS;
}

static int has_states(uint32_t kind) { return kind >= TREE_COLUMN_STATES && kind <= TREE_VECTOR_STATES; }

/* "tree_fvi(C(3), C(7), g5)" */
static void write_vertex(const uint32_t *op, uint32_t kind, struct source *text)
{
    const uint32_t *in = op + TREE_IN;
    if (operation_has_momenta(kind))
        source_append(text, "%s(C(%u), Q(%u), C(%u), Q(%u), g%u)", names[kind], in[0],
                      in[2] & ((1u << TREE_PAIR_BITS) - 1), in[1], in[2] >> TREE_PAIR_BITS, op[TREE_VALUE]);
    else if (operation_inputs(kind) == 3)
        source_append(text, "%s(C(%u), C(%u), C(%u), g%u)", names[kind], in[0], in[1], in[2], op[TREE_VALUE]);
    else
        source_append(text, "%s(C(%u), C(%u), g%u)", names[kind], in[0], in[1], op[TREE_VALUE]);
}

/* "C(8) = ", or with what stands there: then a bracket is open. */
static void write_sum(uint32_t out, int add, struct source *text)
{
    source_append(text, add ? "C(%u) = tree_add(C(%u), " : "C(%u) = ", out, out);
}

/* "{ tree_branches b = {2, {&C(3), &C(7)}, {&Q(0), &Q(4)}}; C(8) = structure_12(b, g5.left); }" */
static void write_structure(const struct operations *operations, const uint32_t *op, uint32_t kind,
                            struct source *text)
{
    const uint32_t *list = operations->lists + (size_t)TREE_LIST_WORDS * (op[TREE_KIND] >> TREE_LIST_SHIFT);
    const int add = (op[TREE_KIND] & TREE_ADD) != 0;
    const int count = TREE_STRUCTURE_BRANCHES(kind, list[TREE_LIST_MORE + 1]);
    source_append(text, "{\ntree_branches b = {%d, {", count);
    for (int i = 0; i < count; ++i)
        source_append(text, "&C(%u), ", i < 3 ? op[TREE_IN + i] : list[TREE_LIST_MORE + i - 3]);
    source_append(text, "}, {");
    for (int i = 0; i < count; ++i)
        source_append(text, "&Q(%u), ", list[TREE_LIST_MOMENTA + i]);
    source_append(text, list[TREE_LIST_FORMS] ? "}, values + %u};\n" : "}};\n",
                  TREE_COUPLING * list[TREE_LIST_FORMS]);
    write_sum(op[TREE_OUT], add, text);
    source_append(text, "structure_%u(b, g%u.left)%s;\n}\n", list[TREE_LIST_FUNCTION], op[TREE_VALUE],
                  add ? ")" : "");
}

/* "C(8) = tree_denominator(C(8), Q(3), g5, g6.left);" */
static void write_denominator(const uint32_t *op, struct source *text)
{
    const uint32_t out = op[TREE_OUT], third = op[TREE_IN + 1];
    source_append(text, "C(%u) = tree_denominator(C(%u), Q(%u), g%u, ", out, out, op[TREE_IN],
                  op[TREE_VALUE]);
    if (third)
        source_append(text, "g%u.left);\n", third - 1);
    else
        source_append(text, "c_set(R(0.0), R(0.0)));\n");
}

static void write_operation(const struct operations *operations, const uint32_t *op, struct source *text)
{
    const uint32_t kind = op[TREE_KIND] & (TREE_ADD - 1), out = op[TREE_OUT], *in = op + TREE_IN;
    const int add = (op[TREE_KIND] & TREE_ADD) != 0;
    if (kind <= TREE_WAVE_SCALAR) {
        source_append(text, "C(%u) = tree_wave(%u, Q(%u), M(%u).mass, tree_leg_state(choice, %u), %u, %u);\n",
                      out, kind, in[0], op[TREE_VALUE], in[0], in[1], in[2]);
    } else if (kind >= TREE_STRUCTURE_1 && kind <= TREE_STRUCTURE_MORE) {
        write_structure(operations, op, kind, text);
    } else if (kind == TREE_ROW_TURNED || kind == TREE_COLUMN_TURNED) {
        write_sum(out, add, text);
        source_append(text, "%s(C(%u))%s;\n",
                      kind == TREE_ROW_TURNED ? "tree_row_turned" : "tree_column_turned", in[0],
                      add ? ")" : "");
    } else if (kind <= TREE_SSS) {
        write_sum(out, add, text);
        write_vertex(op, kind, text);
        source_append(text, add ? ");\n" : ";\n");
    } else if (kind == TREE_SCALED) {
        source_append(text,
                      add ? "C(%u) = tree_add_scaled(g%u.left.re, C(%u), C(%u));\n"
                          : "C(%u) = tree_scaled(g%u.left.re, C(%u));\n",
                      out, op[TREE_VALUE], in[0], out);
    } else if (kind == TREE_DENOMINATOR) {
        write_denominator(op, text);
    } else if (kind <= TREE_SCALAR) {
        source_append(text, "C(%u) = %s(C(%u), Q(%u)", out, names[kind], out, in[0]);
        if (!is_massless(kind))
            source_append(text, ", M(%u)", op[TREE_VALUE]);
        if (has_states(kind))
            source_append(text, ", %uu, %uu", in[1], in[2]);
        source_append(text, ");\n");
    } else {
        source_append(text, "A(%u) = ", out);
        if (add)
            source_append(text, "c_add(A(%u), ", out);
        source_append(text, "c_scale(%s(C(%u), C(%u)), g%u.left.re)%s;\n", names[kind], in[0], in[1],
                      op[TREE_VALUE], add ? ")" : "");
    }
}

void straight_write(const struct tree *tree, struct source *text)
{
    const struct operations *operations = &tree->operations;
    source_append(text, "FN void tree_steps(tree_state *s, uint32 changed, GLOBAL const uint32 *words,\n"
                        "GLOBAL const uint32 *choice, GLOBAL const scalar *values)\n{\n"
                        "GLOBAL const scalar *poles = values + tree_word(words, TREE_HEAD_POLES_AT);\n");
    for (int i = 0; i < operations->coupling_count; ++i)
        source_append(text, "const helas_coupling g%d = tree_coupling(values, %d);\n", i, i);
    source_append(text, "#define C(i) s->currents[i]\n#define Q(i) s->momenta[i]\n#define A(i) s->flows[i]\n"
                        "#define M(i) tree_mass_at(poles, i)\n");
    uint32_t legs = 0;
    for (int i = 0; i < operations->count; ++i) {
        const uint32_t *op = operations->list + (size_t)i * TREE_WORDS;
        if (i == 0 || op[TREE_LEGS] != legs)
            source_append(text, "%sif (changed & 0x%xu) {\n", i ? "}\n" : "", op[TREE_LEGS]);
        legs = op[TREE_LEGS];
        write_operation(operations, op, text);
    }
    source_append(text, "}\n#undef C\n#undef Q\n#undef A\n#undef M\n}\n");
}
