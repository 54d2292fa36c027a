#include "process/cascade_trees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a tree is worth is the sum over its lines. Those that are asked for outweigh all others, and a node
 * without a line is the last resort. */
enum { WANTED = 10000, CROSSED = -1000000, LINELESS = -200, NEW = 5 };
static const int worth[] = {[LINE_NONE] = LINELESS,
                            [LINE_FAR] = 1,
                            [LINE_PEAKED] = 8,
                            [LINE_RESONANCE] = 20,
                            [LINE_NAMED] = WANTED};

/* A line as one number: its set, and whether it is an exchange. */
enum { EXCHANGE = 1 << 16, LINES_WANTED = TREE_NODES };

struct wanted {
    int count;
    unsigned line[LINES_WANTED];
};

/* The best tree of each set of final particles, and of each part of a t-channel on the second beam's side. */
struct best {
    int decay, chain;           /* what they are worth */
    unsigned decay_left, chain_left;
    int chain_goes_on;          /* whether the right part of it is one again */
};

/* Trees in the making. */
struct work {
    const struct cascade_lines *lines;
    struct cascade_trees *trees;
    struct best *best;     /* [all + 1] */
    unsigned char *seen;   /* [2 (all + 1)]: decays, then exchanges that some tree has */
    unsigned *peaks;       /* lines that make a peak, */
    int peak_count;        /* how many */
    unsigned char *pairs;  /* [peak_count^2]: whether one tree has both */
    int closed;            /* whether trees come with all exchanges of equal particles */
    int most;              /* trees after which pairs of lines are left to chance */
    int failed;
};

static unsigned set_of(unsigned line) { return line & (EXCHANGE - 1); }

/* Whether no diagram can have both lines. */
static int crosses(unsigned a, unsigned b)
{
    const unsigned x = set_of(a), y = set_of(b), both = x & y;
    if ((a & EXCHANGE) && (b & EXCHANGE))
        return both != x && both != y;
    if (a & EXCHANGE)
        return both && both != y;
    if (b & EXCHANGE)
        return both && both != x;
    return both && both != x && both != y;
}

static int is_new(const struct work *work, unsigned line)
{
    return !work->seen[line & EXCHANGE ? work->lines->all + 1 + set_of(line) : set_of(line)];
}

static int rank_of(const struct work *work, unsigned line)
{
    return line & EXCHANGE ? work->lines->exchange[set_of(line)] : work->lines->decay[set_of(line)];
}

static int worth_of(const struct work *work, const struct wanted *wanted, unsigned line)
{
    const int rank = rank_of(work, line);
    int sum = worth[rank] + (rank >= LINE_PEAKED && is_new(work, line) ? NEW : 0);
    for (int i = 0; i < wanted->count; ++i) {
        if (wanted->line[i] == line)
            sum += WANTED;
        else if (crosses(wanted->line[i], line))
            sum += CROSSED;
    }
    return sum;
}

/* What a set is worth where both parts of it are final or come from decay lines. */
static int worth_of_pair(const struct work *work, const struct wanted *wanted, unsigned left, unsigned right)
{
    int sum = 0, exchanged = 0;
    const unsigned sides[] = {left, right};
    for (int i = 0; i < 2; ++i)
        if (work->lines->exchange[sides[i]]) {
            sum += worth_of(work, wanted, sides[i] | EXCHANGE);
            exchanged = 1;
        }
    const int contact = -5; /* all meet in one vertex */
    return exchanged || work->lines->decays[left | right].count ? sum : contact;
}

static int decay_worth(const struct work *work, unsigned set)
{
    return set & (set - 1) ? work->best[set].decay : 0;
}

/* The best way for a set to come from a decay line, from those of its parts. */
static void find_decay(struct work *work, const struct wanted *wanted, unsigned set)
{
    struct best *best = &work->best[set];
    const unsigned lowest = set & -set;
    best->decay = 2 * CROSSED * LINES_WANTED;
    for (unsigned left = (set - 1) & set; left; left = (left - 1) & set) {
        if (!(left & lowest))
            continue;
        const int sum = decay_worth(work, left) + decay_worth(work, set & ~left);
        if (sum > best->decay) {
            best->decay = sum;
            best->decay_left = left;
        }
    }
    best->decay += worth_of(work, wanted, set);
}

/* The best way for a set to stand in a t-channel. */
static void find_chain(struct work *work, const struct wanted *wanted, unsigned set)
{
    struct best *best = &work->best[set];
    best->chain = 4 * CROSSED * LINES_WANTED;
    for (unsigned left = (set - 1) & set; left; left = (left - 1) & set) {
        const unsigned right = set & ~left;
        const int item = decay_worth(work, left);
        const int pair = item + decay_worth(work, right) + worth_of_pair(work, wanted, left, right);
        if (pair > best->chain) {
            best->chain = pair;
            best->chain_left = left;
            best->chain_goes_on = 0;
        }
        if (!(right & (right - 1)))
            continue;
        const int more = item + work->best[right].chain + worth_of(work, wanted, right | EXCHANGE);
        if (more > best->chain) {
            best->chain = more;
            best->chain_left = left;
            best->chain_goes_on = 1;
        }
    }
}

static void put_decay(const struct work *work, unsigned set, struct cascade_tree *tree)
{
    if (!(set & (set - 1)))
        return;
    const unsigned left = work->best[set].decay_left;
    tree->nodes[tree->count++] = (struct cascade_node){set, left, 0};
    put_decay(work, left, tree);
    put_decay(work, set & ~left, tree);
}

static void put_chain(const struct work *work, unsigned set, struct cascade_tree *tree)
{
    const unsigned left = work->best[set].chain_left;
    tree->nodes[tree->count++] = (struct cascade_node){set, left, 1};
    put_decay(work, left, tree);
    if (work->best[set].chain_goes_on)
        put_chain(work, set & ~left, tree);
    else
        put_decay(work, set & ~left, tree);
}

/* The best tree with what is wanted. Returns whether it has no node without a line. */
static int find_tree(struct work *work, const struct wanted *wanted, struct cascade_tree *tree)
{
    for (unsigned set = 1; set <= work->lines->all; ++set) {
        if (!(set & (set - 1)))
            continue;
        if (set < work->lines->all)
            find_decay(work, wanted, set);
        find_chain(work, wanted, set);
    }
    *tree = (struct cascade_tree){.copies = 1};
    put_chain(work, work->lines->all, tree);
    int complete = 1;
    for (int i = 1; i < tree->count; ++i)
        complete &= tree->nodes[i].exchange ? work->lines->exchange[tree->nodes[i].set] > LINE_NONE
                                            : work->lines->decay[tree->nodes[i].set] > LINE_NONE;
    return complete;
}

int cascade_tree_decays(const struct cascade_tree *tree, unsigned set)
{
    for (int i = 1; i < tree->count; ++i)
        if (!tree->nodes[i].exchange && tree->nodes[i].set == set)
            return 1;
    return 0;
}

/* Whether both parts of a node are final or come from decay lines: then each may follow the second beam. */
static int ends_chain(const struct cascade_tree *tree, int node)
{
    for (int i = node + 1; i < tree->count; ++i)
        if (tree->nodes[i].exchange)
            return 0;
    return 1;
}

int cascade_tree_exchanges(const struct cascade_tree *tree, unsigned set)
{
    for (int i = 0; i < tree->count; ++i) {
        const struct cascade_node *node = &tree->nodes[i];
        if (node->exchange && ((node->set & ~node->left) == set || (node->left == set && ends_chain(tree, i))))
            return 1;
    }
    return 0;
}

static int has_line(const struct cascade_tree *tree, unsigned line)
{
    return line & EXCHANGE ? cascade_tree_exchanges(tree, set_of(line)) : cascade_tree_decays(tree, line);
}

static int are_equal(const struct cascade_tree *a, const struct cascade_tree *b)
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

static int is_there(const struct work *work, const struct cascade_tree *tree)
{
    for (int i = 0; i < work->trees->count; ++i)
        if (are_equal(&work->trees->list[i], tree))
            return 1;
    return 0;
}

static void note_lines(struct work *work, const struct cascade_tree *tree)
{
    for (int i = 0; i < work->peak_count; ++i) {
        if (!has_line(tree, work->peaks[i]))
            continue;
        work->seen[work->peaks[i] & EXCHANGE ? work->lines->all + 1 + set_of(work->peaks[i])
                                             : set_of(work->peaks[i])] = 1;
        for (int k = 0; k < work->peak_count; ++k)
            work->pairs[i * work->peak_count + k] |= (unsigned char)has_line(tree, work->peaks[k]);
    }
}

static void add_one(struct work *work, const struct cascade_tree *tree)
{
    struct cascade_trees *trees = work->trees;
    struct cascade_tree *list = realloc(trees->list, ((size_t)trees->count + 1) * sizeof *list);
    work->failed |= !list;
    if (!list)
        return;
    trees->list = list;
    list[trees->count++] = *tree;
    note_lines(work, tree);
}

static unsigned permuted(unsigned set, const int *place, int final)
{
    unsigned image = 0;
    for (int i = 0; i < final; ++i)
        image |= (set >> i & 1u) << place[i];
    return image;
}

/* Adds the images of a tree under all exchanges of equal particles from `i` on. The first of them, at
 * `first`, stands for all. */
static void add_images(struct work *work, const struct cascade_tree *tree, int *place, int i, int first)
{
    const int *pdg = work->lines->setting->graph->pdg + LEGS_IN, final = work->lines->final;
    if (i == final) {
        struct cascade_tree image = *tree;
        image.copies = 0;
        for (int k = 0; k < image.count; ++k) {
            image.nodes[k].set = permuted(tree->nodes[k].set, place, final);
            image.nodes[k].left = permuted(tree->nodes[k].left, place, final);
        }
        if (is_there(work, &image))
            return;
        add_one(work, &image);
        if (!work->failed)
            ++work->trees->list[first].copies;
        return;
    }
    for (int k = i; k < final && !work->failed; ++k) {
        if (pdg[i] != pdg[k])
            continue;
        const int kept = place[i];
        place[i] = place[k];
        place[k] = kept;
        add_images(work, tree, place, i + 1, first);
        place[k] = place[i];
        place[i] = kept;
    }
}

static void add_tree(struct work *work, const struct cascade_tree *tree)
{
    int place[LEGS_MOST];
    if (is_there(work, tree) || work->failed)
        return;
    const int first = work->trees->count;
    add_one(work, tree);
    for (int i = 0; i < work->lines->final; ++i)
        place[i] = i;
    if (work->closed && !work->failed)
        add_images(work, tree, place, 0, first);
}

/* Adds the best tree with these lines; where it has a node without a line only if it must. */
static void want(struct work *work, const struct wanted *wanted, int must)
{
    struct cascade_tree tree;
    if (find_tree(work, wanted, &tree) || must)
        add_tree(work, &tree);
}

/* The mass [GeV] of the lightest resonance of a line. */
static double mass_on_shell(const struct cascade_lines *lines, unsigned set)
{
    double low, high, lightest = INFINITY;
    cascade_limits(lines->setting, set, &low, &high);
    for (int i = 0; i < lines->decays[set].count; ++i) {
        const ts_particle *particle =
            ts_model_particle(lines->setting->graph->model, lines->decays[set].pdg[i]);
        if (cascade_is_resonant(particle, low, high))
            lightest = fmin(lightest, particle->mass);
    }
    return lightest;
}

/* Whether resonances may all be on their mass shells, within each other and within the whole. */
static int fits(const struct work *work, const struct wanted *wanted)
{
    const struct cascade_lines *lines = work->lines;
    for (int i = -1; i < wanted->count; ++i) {
        const unsigned set = i < 0 ? lines->all : wanted->line[i];
        unsigned rest = set;
        double sum = 0, low, high;
        for (int k = 0; k < wanted->count; ++k) {
            int outermost = k != i && !(wanted->line[k] & ~set);
            for (int n = 0; n < wanted->count && outermost; ++n)
                outermost = n == k || n == i || (wanted->line[n] & ~set) || (wanted->line[k] & ~wanted->line[n]);
            if (!outermost)
                continue;
            sum += mass_on_shell(lines, wanted->line[k]);
            rest &= ~wanted->line[k];
        }
        cascade_limits(lines->setting, rest, &low, &high);
        if (sum + (rest ? low : 0) > (i < 0 ? lines->setting->root_s : mass_on_shell(lines, set)))
            return 0;
    }
    return 1;
}

static int may_add(const struct work *work, struct wanted *wanted, unsigned line)
{
    if (wanted->count == LINES_WANTED)
        return 0;
    for (int i = 0; i < wanted->count; ++i)
        if (wanted->line[i] == line || crosses(wanted->line[i], line))
            return 0;
    wanted->line[wanted->count++] = line;
    const int may = fits(work, wanted);
    --wanted->count;
    return may;
}

/* Adds trees for all sets of resonances that can take no other, those from peak `from` on being open. */
static void add_resonances(struct work *work, struct wanted *wanted, int from)
{
    int complete = 1;
    for (int i = 0; i < work->peak_count && !work->failed; ++i) {
        const unsigned line = work->peaks[i];
        if (rank_of(work, line) != LINE_RESONANCE || !may_add(work, wanted, line))
            continue;
        complete = 0;
        if (i < from)
            continue;
        wanted->line[wanted->count++] = line;
        add_resonances(work, wanted, i + 1);
        --wanted->count;
    }
    if (complete)
        want(work, wanted, 1);
}

/* Adds trees until each pair of lines that a diagram may have is in one, as long as they are not too many. */
static void add_pairs(struct work *work)
{
    enum { TRIALS = 2000 };
    int trials = 0;
    for (int i = 0; i < work->peak_count; ++i)
        for (int k = 0; k < i; ++k) {
            const struct wanted wanted = {2, {work->peaks[i], work->peaks[k]}};
            if (work->pairs[i * work->peak_count + k] || crosses(work->peaks[i], work->peaks[k]))
                continue;
            if (work->trees->count >= work->most || ++trials > TRIALS || work->failed)
                return;
            want(work, &wanted, 0);
        }
}

static void add_lines(struct work *work)
{
    for (int i = 0; i < work->peak_count; ++i) {
        const struct wanted wanted = {1, {work->peaks[i]}};
        if (is_new(work, work->peaks[i]) && !work->failed)
            want(work, &wanted, 1);
    }
}

/* Resonances come first: without a channel of theirs a result is wrong, without others it is late. */
static void add_all(struct work *work)
{
    struct wanted wanted = {0};
    add_resonances(work, &wanted, 0);
    add_lines(work);
    add_pairs(work);
}

static int list_peaks(struct work *work)
{
    const unsigned all = work->lines->all;
    work->peaks = calloc(2 * (size_t)(all + 1), sizeof *work->peaks);
    for (unsigned set = 1; work->peaks && set < all; ++set)
        for (int kind = 0; kind < 2; ++kind) {
            const unsigned line = set | (kind ? EXCHANGE : 0);
            const int rank = rank_of(work, line);
            if (rank == LINE_PEAKED || rank == LINE_RESONANCE)
                work->peaks[work->peak_count++] = line;
        }
    work->pairs = calloc((size_t)work->peak_count * (size_t)work->peak_count + 1, 1);
    return work->peaks && work->pairs;
}

/* How many images trees have under exchanges of equal particles, at most. */
static double images_of(const struct cascade_lines *lines)
{
    const int *pdg = lines->setting->graph->pdg + LEGS_IN;
    double images = 1;
    for (int i = 0; i < lines->final; ++i) {
        int equal = 1;
        for (int k = 0; k < i; ++k)
            equal += pdg[k] == pdg[i];
        images *= equal;
    }
    return images;
}

int cascade_trees_create(const struct cascade_lines *lines, struct cascade_trees *trees)
{
    enum { FEW_IMAGES = 24, CLOSED_MOST = 160 };
    static const int most[] = {48, 48, 48, 48, 48, 32, 16};
    const size_t sets = lines->all + 1;
    struct work work = {.lines = lines,
                        .trees = trees,
                        .best = calloc(sets, sizeof *work.best),
                        .seen = calloc(2 * sets, 1),
                        .most = most[lines->final < 6 ? lines->final : 6]};
    const struct chain *chain = lines->setting->chain;
    *trees = (struct cascade_trees){0};
    work.closed = !(chain && chain->count) && images_of(lines) <= FEW_IMAGES;
    work.failed = !work.best || !work.seen || !list_peaks(&work);
    if (!work.failed)
        add_all(&work);
    if (work.closed && trees->count > CLOSED_MOST && !work.failed) {
        work.closed = 0;
        trees->count = 0;
        memset(work.seen, 0, 2 * sets);
        memset(work.pairs, 0, (size_t)work.peak_count * (size_t)work.peak_count);
        add_all(&work);
    }
    free(work.best);
    free(work.seen);
    free(work.peaks);
    free(work.pairs);
    return !work.failed;
}

void cascade_trees_free(struct cascade_trees *trees)
{
    free(trees->list);
    *trees = (struct cascade_trees){0};
}
