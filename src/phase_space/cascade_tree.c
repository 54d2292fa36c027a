#include "phase_space/cascade_tree.h"

#include <stdlib.h>

/* What a tree is worth is the sum over its lines. Those that are asked for outweigh all others, and a node
 * without a line is the last resort. */
enum { WANTED = 10000, CROSSED = -1000000, LINELESS = -200, NEW = 5 };
static const int worth[] = {
    [LINE_NONE] = LINELESS, [LINE_FAR] = 1, [LINE_PEAKED] = 8, [LINE_RESONANCE] = 20, [LINE_NAMED] = WANTED};

static unsigned set_of(unsigned line) { return line & (LINE_EXCHANGED - 1); }

int cascade_lines_cross(unsigned a, unsigned b)
{
    const unsigned x = set_of(a), y = set_of(b), both = x & y;
    if ((a & LINE_EXCHANGED) && (b & LINE_EXCHANGED))
        return both != x && both != y;
    if (a & LINE_EXCHANGED)
        return both && both != y;
    if (b & LINE_EXCHANGED)
        return both && both != x;
    return both && both != x && both != y;
}

size_t cascade_line_place(const struct tree_finder *finder, unsigned line)
{
    return set_of(line) + (line & LINE_EXCHANGED ? finder->lines->all + 1 : 0);
}

int cascade_line_rank(const struct tree_finder *finder, unsigned line)
{
    return line & LINE_EXCHANGED ? finder->lines->exchange[set_of(line)] : finder->lines->decay[set_of(line)];
}

static int worth_of(const struct tree_finder *finder, const struct wanted *wanted, unsigned line)
{
    const int rank = cascade_line_rank(finder, line);
    int sum = worth[rank] +
              (rank >= LINE_PEAKED && !finder->seen[cascade_line_place(finder, line)] ? NEW : 0);
    for (int i = 0; i < wanted->count; ++i) {
        if (wanted->line[i] == line)
            sum += WANTED;
        else if (cascade_lines_cross(wanted->line[i], line))
            sum += CROSSED;
    }
    return sum;
}

/* What a set is worth where both parts of it are final or come from decay lines. */
static int worth_of_pair(const struct tree_finder *finder, const struct wanted *wanted, unsigned left,
                         unsigned right)
{
    int sum = 0, exchanged = 0;
    const unsigned sides[] = {left, right};
    for (int i = 0; i < 2; ++i)
        if (finder->lines->exchange[sides[i]]) {
            sum += worth_of(finder, wanted, sides[i] | LINE_EXCHANGED);
            exchanged = 1;
        }
    const int contact = -5; /* all meet in one vertex */
    return exchanged || finder->lines->decays[left | right].count ? sum : contact;
}

static int decay_worth(const struct tree_finder *finder, unsigned set)
{
    return set & (set - 1) ? finder->best[set].decay : 0;
}

/* The best way for a set to come from a decay line, from those of its parts. */
static void find_decay(struct tree_finder *finder, const struct wanted *wanted, unsigned set)
{
    struct best *best = &finder->best[set];
    const unsigned lowest = set & -set;
    best->decay = 2 * CROSSED * LINES_WANTED;
    for (unsigned left = (set - 1) & set; left; left = (left - 1) & set) {
        if (!(left & lowest))
            continue;
        const int sum = decay_worth(finder, left) + decay_worth(finder, set & ~left);
        if (sum > best->decay) {
            best->decay = sum;
            best->decay_left = left;
        }
    }
    best->decay += worth_of(finder, wanted, set);
}

/* The best way for a set to stand in a t-channel. */
static void find_exchange(struct tree_finder *finder, const struct wanted *wanted, unsigned set)
{
    struct best *best = &finder->best[set];
    best->exchange = 4 * CROSSED * LINES_WANTED;
    for (unsigned left = (set - 1) & set; left; left = (left - 1) & set) {
        const unsigned right = set & ~left;
        const int item = decay_worth(finder, left);
        const int pair = item + decay_worth(finder, right) + worth_of_pair(finder, wanted, left, right);
        if (pair > best->exchange) {
            best->exchange = pair;
            best->exchange_left = left;
            best->exchange_goes_on = 0;
        }
        if (!(right & (right - 1)))
            continue;
        const int more = item + finder->best[right].exchange +
                         worth_of(finder, wanted, right | LINE_EXCHANGED);
        if (more > best->exchange) {
            best->exchange = more;
            best->exchange_left = left;
            best->exchange_goes_on = 1;
        }
    }
}

static void put_decay(const struct tree_finder *finder, unsigned set, struct cascade_tree *tree)
{
    if (!(set & (set - 1)))
        return;
    const unsigned left = finder->best[set].decay_left;
    tree->nodes[tree->count++] = (struct cascade_node){set, left, 0};
    put_decay(finder, left, tree);
    put_decay(finder, set & ~left, tree);
}

static void put_exchange(const struct tree_finder *finder, unsigned set, struct cascade_tree *tree)
{
    const unsigned left = finder->best[set].exchange_left;
    tree->nodes[tree->count++] = (struct cascade_node){set, left, 1};
    put_decay(finder, left, tree);
    if (finder->best[set].exchange_goes_on)
        put_exchange(finder, set & ~left, tree);
    else
        put_decay(finder, set & ~left, tree);
}

/* The best tree with what is wanted. Returns whether it has no node without a line. */
int cascade_tree_find(struct tree_finder *finder, const struct wanted *wanted, struct cascade_tree *tree)
{
    for (unsigned set = 1; set <= finder->lines->all; ++set) {
        if (!(set & (set - 1)))
            continue;
        if (set < finder->lines->all)
            find_decay(finder, wanted, set);
        find_exchange(finder, wanted, set);
    }
    *tree = (struct cascade_tree){.copies = 1};
    put_exchange(finder, finder->lines->all, tree);
    int complete = 1;
    for (int i = 1; i < tree->count; ++i)
        complete &= tree->nodes[i].exchange ? finder->lines->exchange[tree->nodes[i].set] > LINE_NONE
                                            : finder->lines->decay[tree->nodes[i].set] > LINE_NONE;
    return complete;
}

/* Whether both parts of a node are final or come from decay lines: then each may follow the second beam. */
static int ends_exchange(const struct cascade_tree *tree, int node)
{
    for (int i = node + 1; i < tree->count; ++i)
        if (tree->nodes[i].exchange)
            return 0;
    return 1;
}

int cascade_tree_has(const struct cascade_tree *tree, unsigned line)
{
    const unsigned set = set_of(line);
    for (int i = 0; i < tree->count; ++i) {
        const struct cascade_node *node = &tree->nodes[i];
        if (line & LINE_EXCHANGED ? node->exchange && ((node->set & ~node->left) == set ||
                                                       (node->left == set && ends_exchange(tree, i)))
                                  : i && !node->exchange && node->set == set)
            return 1;
    }
    return 0;
}

int cascade_trees_equal(const struct cascade_tree *a, const struct cascade_tree *b)
{
    if (a->count != b->count)
        return 0;
    for (int i = 1; i < a->count; ++i) {
        int found = 0;
        for (int k = 1; k < b->count && !found; ++k)
            found = a->nodes[i].set == b->nodes[k].set && a->nodes[i].exchange == b->nodes[k].exchange;
        if (!found)
            return 0;
    }
    return 1;
}
