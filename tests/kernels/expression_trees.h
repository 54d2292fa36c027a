/* Random expressions as trees: printed with random parentheses and blanks, and evaluated here, with a bound
 * of what rounding may do to the value. The random numbers are the same in every run. */
#ifndef TESSERA_EXPRESSION_TREES_H
#define TESSERA_EXPRESSION_TREES_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { TREE_DIMENSIONS = 12, TREE_ELEMENTS = 30, TREE_NODES = 256, TREE_BYTES = 16384 };

enum tree_kind {
    TREE_NUMBER, /* an eighth of a whole number: exact in both precisions */
    TREE_COMPONENT,
    TREE_COMPONENT_AT_HAND, /* x, within a sum */
    TREE_COUNTER,
    TREE_PARAMETER, /* alpha, 1.25 */
    TREE_ELEMENT,   /* w[k], k/4 */
    TREE_LEAVES,
    TREE_LESS = TREE_LEAVES, /* of leaves, so that rounding cannot turn it round */
    TREE_ADD,
    TREE_SUBTRACT,
    TREE_MULTIPLY,
    TREE_DIVIDE, /* by 3 + cos */
    TREE_NEGATE,
    TREE_SQUARE,
    TREE_SIN,
    TREE_TANH,
    TREE_MINIMUM,
    TREE_CHOOSE, /* if(leaf < leaf, a, b) */
    TREE_SUM,
    TREE_KINDS
};

struct tree {
    struct {
        enum tree_kind kind;
        int number; /* of eighths, of a component, of an element */
        int child[4];
    } nodes[TREE_NODES];
    int count;
    char text[TREE_BYTES];
};

/* A value, and how far rounding may have moved it, in units of half of the last place of 1. */
struct value {
    double value, units;
};

static inline double tree_uniform(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) * 0x1p-53;
}

static inline int tree_below(int count) { return (int)(count * tree_uniform()); }

static inline int tree_leaf(struct tree *tree, int in_sum)
{
    const int number = tree->count++;
    enum tree_kind kind = (enum tree_kind)tree_below(TREE_LEAVES);
    if (!in_sum && (kind == TREE_COMPONENT_AT_HAND || kind == TREE_COUNTER))
        kind = TREE_COMPONENT;
    const int most[] = {32, TREE_DIMENSIONS, 1, 1, 1, TREE_ELEMENTS};
    tree->nodes[number].kind = kind;
    tree->nodes[number].number = tree_below(most[kind]);
    return number;
}

static inline int tree_node(struct tree *tree, int depth, int in_sum)
{
    if (depth == 0 || tree->count > TREE_NODES - 64)
        return tree_leaf(tree, in_sum);
    const int number = tree->count++;
    enum tree_kind kind = (enum tree_kind)(TREE_LEAVES + tree_below(TREE_KINDS - TREE_LEAVES));
    if (kind == TREE_SUM && in_sum)
        kind = TREE_ADD;
    tree->nodes[number].kind = kind;
    const int compares = kind == TREE_LESS || kind == TREE_CHOOSE;
    int *child = tree->nodes[number].child;
    child[0] = compares ? tree_leaf(tree, in_sum) : tree_node(tree, depth - 1, in_sum || kind == TREE_SUM);
    child[1] = compares ? tree_leaf(tree, in_sum) : 0;
    if (kind == TREE_CHOOSE) {
        child[2] = tree_node(tree, depth - 1, in_sum);
        child[3] = tree_node(tree, depth - 1, in_sum);
    } else if ((kind >= TREE_ADD && kind <= TREE_DIVIDE) || kind == TREE_MINIMUM)
        child[1] = tree_node(tree, depth - 1, in_sum);
    return number;
}

static inline void tree_put(struct tree *tree, const char *token)
{
    static const char *const blanks[] = {"", "", "", " ", "  ", "\n"};
    strncat(tree->text, token, TREE_BYTES - 1 - strlen(tree->text));
    strncat(tree->text, blanks[tree_below(6)], TREE_BYTES - 1 - strlen(tree->text));
}

static inline void tree_print_leaf(struct tree *tree, int number)
{
    char token[32];
    const int k = tree->nodes[number].number;
    switch (tree->nodes[number].kind) {
    case TREE_NUMBER:
        snprintf(token, sizeof token, "%g", k / 8.0);
        break;
    case TREE_COMPONENT:
        snprintf(token, sizeof token, k % 2 ? "x%d" : "x[%d]", k + 1);
        break;
    case TREE_ELEMENT:
        snprintf(token, sizeof token, "w[%d]", k + 1);
        break;
    default:
        snprintf(token, sizeof token, "%s",
                 tree->nodes[number].kind == TREE_COUNTER     ? "i"
                 : tree->nodes[number].kind == TREE_PARAMETER ? "alpha"
                                                              : "x");
    }
    tree_put(tree, token);
}

static inline void tree_print(struct tree *tree, int number, int level);

/* A call, its arguments already in their order. */
static inline void tree_print_call(struct tree *tree, const char *name, int first, int second)
{
    tree_put(tree, name);
    tree_put(tree, "(");
    tree_print(tree, first, 0);
    if (second) {
        tree_put(tree, ",");
        tree_print(tree, second, 0);
    }
    tree_put(tree, ")");
}

static inline void tree_print_bare(struct tree *tree, int number)
{
    static const char *const signs[] = {
        [TREE_LESS] = "<", [TREE_ADD] = "+", [TREE_SUBTRACT] = "-", [TREE_MULTIPLY] = "*"};
    static const int levels[] = {[TREE_LESS] = 4, [TREE_ADD] = 5, [TREE_SUBTRACT] = 5, [TREE_MULTIPLY] = 6};
    const enum tree_kind kind = tree->nodes[number].kind;
    const int *child = tree->nodes[number].child;
    if (kind >= TREE_LESS && kind <= TREE_MULTIPLY) {
        tree_print(tree, child[0], levels[kind]);
        tree_put(tree, signs[kind]);
        tree_print(tree, child[1], levels[kind] + 1);
    } else if (kind == TREE_DIVIDE) {
        tree_print(tree, child[0], 6);
        tree_put(tree, "/(3+");
        tree_print_call(tree, "cos", child[1], 0);
        tree_put(tree, ")");
    } else if (kind == TREE_NEGATE) {
        tree_put(tree, "-");
        tree_print(tree, child[0], 7);
    } else if (kind == TREE_SQUARE) {
        tree_print(tree, child[0], 9);
        tree_put(tree, "^2");
    } else if (kind == TREE_CHOOSE) {
        tree_put(tree, "if(");
        tree_print(tree, child[0], 5);
        tree_put(tree, "<");
        tree_print(tree, child[1], 5);
        tree_put(tree, ",");
        tree_print(tree, child[2], 0);
        tree_put(tree, ",");
        tree_print(tree, child[3], 0);
        tree_put(tree, ")");
    } else
        tree_print_call(tree,
                        kind == TREE_SIN    ? "sin"
                        : kind == TREE_TANH ? "tanh"
                        : kind == TREE_SUM  ? "sum"
                                            : "min",
                        child[0], kind == TREE_MINIMUM ? child[1] : 0);
}

/* In parentheses where it binds less than `level`, and sometimes where it need not be. */
static inline void tree_print(struct tree *tree, int number, int level)
{
    static const int levels[TREE_KINDS] = {9, 9, 9, 9, 9, 9, 4, 5, 5, 6, 6, 7, 8, 9, 9, 9, 9, 9};
    const enum tree_kind kind = tree->nodes[number].kind;
    const int inside = levels[kind] < level || tree_below(5) == 0;
    if (inside)
        tree_put(tree, "(");
    if (kind < TREE_LEAVES)
        tree_print_leaf(tree, number);
    else
        tree_print_bare(tree, number);
    if (inside)
        tree_put(tree, ")");
}

static inline void tree_grow(struct tree *tree, int depth)
{
    tree->count = 0;
    tree->text[0] = '\0';
    tree_print(tree, tree_node(tree, depth, 0), 0);
}

static inline struct value tree_at(const struct tree *tree, int number, const double *x, int i);

static inline double tree_leaf_value(const struct tree *tree, int number, const double *x, int i)
{
    const int k = tree->nodes[number].number;
    const double values[] = {k / 8.0, x[k % TREE_DIMENSIONS], x[i], i + 1, 1.25, 0.25 * (k + 1)};
    return values[tree->nodes[number].kind];
}

static inline struct value tree_sum(const struct tree *tree, int body, const double *x)
{
    struct value sum = {0, 0};
    for (int i = 0; i < TREE_DIMENSIONS; ++i) {
        const struct value a = tree_at(tree, body, x, i);
        sum.value += a.value;
        sum.units += a.units + fabs(sum.value);
    }
    return sum;
}

/* First-order propagation; each function adds at most 2.5 units of the last place, 5 halves. */
static inline struct value tree_at(const struct tree *tree, int number, const double *x, int i)
{
    const enum tree_kind kind = tree->nodes[number].kind;
    const int *child = tree->nodes[number].child;
    if (kind < TREE_LEAVES)
        return (struct value){tree_leaf_value(tree, number, x, i), 0};
    if (kind == TREE_SUM)
        return tree_sum(tree, child[0], x);
    const struct value a = tree_at(tree, child[0], x, i),
                       b = tree_at(tree, child[1] ? child[1] : child[0], x, i);
    const double product = fabs(a.value) * b.units + fabs(b.value) * a.units;
    const double below = 3 + cos(b.value), quotient = a.value / below;
    switch (kind) {
    case TREE_LESS:
        return (struct value){a.value < b.value, 0};
    case TREE_CHOOSE:
        return tree_at(tree, child[a.value < b.value ? 2 : 3], x, i);
    case TREE_ADD:
        return (struct value){a.value + b.value, a.units + b.units + fabs(a.value + b.value)};
    case TREE_SUBTRACT:
        return (struct value){a.value - b.value, a.units + b.units + fabs(a.value - b.value)};
    case TREE_MULTIPLY:
    case TREE_SQUARE:
        return (struct value){a.value * b.value, product + fabs(a.value * b.value)};
    case TREE_DIVIDE:
        return (struct value){quotient,
                              a.units / below + fabs(quotient) * (b.units + 10) / below + fabs(quotient)};
    case TREE_NEGATE:
        return (struct value){-a.value, a.units};
    case TREE_SIN:
        return (struct value){sin(a.value), a.units + 5};
    case TREE_TANH:
        return (struct value){tanh(a.value), a.units + 5};
    default:
        return (struct value){fmin(a.value, b.value), fmax(a.units, b.units)};
    }
}

/* The bound is doubled, for what the first order and the evaluation here leave out. */
static inline struct value tree_value(const struct tree *tree, const double *x)
{
    struct value value = tree_at(tree, 0, x, 0);
    value.units = 2 * value.units + 1;
    return value;
}

#endif
