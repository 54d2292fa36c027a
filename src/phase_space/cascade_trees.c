#include "phase_space/cascade_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Trees in the making. */
struct work {
    struct tree_finder finder;
    struct cascade_trees *trees;
    unsigned *peaks;      /* lines that make a peak, */
    int peak_count;       /* how many */
    unsigned char *pairs; /* [peak_count^2]: whether one tree has both */
    int closed;           /* whether trees come with all exchanges of equal particles */
    int most;             /* trees after which pairs of lines are left to chance */
    int failed;
};

static int is_there(const struct work *work, const struct cascade_tree *tree)
{
    for (int i = 0; i < work->trees->count; ++i)
        if (cascade_trees_equal(&work->trees->list[i], tree))
            return 1;
    return 0;
}

static void note_lines(struct work *work, const struct cascade_tree *tree)
{
    for (int i = 0; i < work->peak_count; ++i) {
        if (!cascade_tree_has(tree, work->peaks[i]))
            continue;
        work->finder.seen[cascade_line_place(&work->finder, work->peaks[i])] = 1;
        for (int k = 0; k < work->peak_count; ++k)
            work->pairs[i * work->peak_count + k] |= (unsigned char)cascade_tree_has(tree, work->peaks[k]);
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
    const int *pdg = work->finder.lines->setting->graph->pdg + LEGS_IN, final = work->finder.lines->final;
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
    for (int i = 0; i < work->finder.lines->final; ++i)
        place[i] = i;
    if (work->closed && !work->failed)
        add_images(work, tree, place, 0, first);
}

/* Adds the best tree with these lines; where it has a node without a line only if it must. */
static void want(struct work *work, const struct wanted *wanted, int must)
{
    struct cascade_tree tree;
    if (cascade_tree_find(&work->finder, wanted, &tree) || must)
        add_tree(work, &tree);
}

/* The mass [GeV] of the lightest resonance of a line. */
static double mass_on_shell(const struct cascade_lines *lines, unsigned set)
{
    double low, high, lightest = INFINITY;
    cascade_limits(lines->setting, set, &low, &high);
    for (int i = 0; i < lines->decays[set].count; ++i) {
        const ts_particle *particle = ts_model_particle(lines->setting->graph->model,
                                                        lines->decays[set].pdg[i]);
        if (cascade_is_resonant(particle, low, high))
            lightest = fmin(lightest, particle->mass);
    }
    return lightest;
}

/* Whether resonances may all be on their mass shells, within each other and within the whole. */
static int fits(const struct work *work, const struct wanted *wanted)
{
    const struct cascade_lines *lines = work->finder.lines;
    for (int i = -1; i < wanted->count; ++i) {
        const unsigned set = i < 0 ? lines->all : wanted->line[i];
        unsigned rest = set;
        double sum = 0, low, high;
        for (int k = 0; k < wanted->count; ++k) {
            int outermost = k != i && !(wanted->line[k] & ~set);
            for (int n = 0; n < wanted->count && outermost; ++n)
                outermost = n == k || n == i || (wanted->line[n] & ~set) ||
                            (wanted->line[k] & ~wanted->line[n]);
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
        if (wanted->line[i] == line || cascade_lines_cross(wanted->line[i], line))
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
        if (cascade_line_rank(&work->finder, line) != LINE_RESONANCE || !may_add(work, wanted, line))
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
            if (work->pairs[i * work->peak_count + k] || cascade_lines_cross(work->peaks[i], work->peaks[k]))
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
        if (!work->finder.seen[cascade_line_place(&work->finder, work->peaks[i])] && !work->failed)
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
    const unsigned all = work->finder.lines->all;
    work->peaks = calloc(2 * (size_t)(all + 1), sizeof *work->peaks);
    for (unsigned set = 1; work->peaks && set < all; ++set)
        for (int kind = 0; kind < 2; ++kind) {
            const unsigned line = set | (kind ? LINE_EXCHANGED : 0);
            const int rank = cascade_line_rank(&work->finder, line);
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
    struct work work = {.finder = {.lines = lines,
                                   .seen = calloc(2 * sets, 1),
                                   .best = calloc(sets, sizeof *work.finder.best)},
                        .trees = trees,
                        .most = most[lines->final < 6 ? lines->final : 6]};
    const struct chain *chain = lines->setting->chain;
    *trees = (struct cascade_trees){0};
    work.closed = !(chain && chain->count) && images_of(lines) <= FEW_IMAGES;
    work.failed = !work.finder.best || !work.finder.seen || !list_peaks(&work);
    if (!work.failed)
        add_all(&work);
    if (work.closed && trees->count > CLOSED_MOST && !work.failed) {
        work.closed = 0;
        trees->count = 0;
        memset(work.finder.seen, 0, 2 * sets);
        memset(work.pairs, 0, (size_t)work.peak_count * (size_t)work.peak_count);
        add_all(&work);
    }
    free(work.finder.best);
    free(work.finder.seen);
    free(work.peaks);
    free(work.pairs);
    return !work.failed;
}

void cascade_trees_free(struct cascade_trees *trees)
{
    free(trees->list);
    *trees = (struct cascade_trees){0};
}
