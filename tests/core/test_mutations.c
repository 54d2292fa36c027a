/* Files of the fuzz targets' corpora, changed at random: the readers take them or say why not, within
 * seconds. Under the sanitizers nothing is found. A few for each target, with --long a few hundred. */
#define _GNU_SOURCE /* memfd_create, of input.c */
#include "test_support.h"

#include "fuzz/input.c"
#define LLVMFuzzerTestOneInput fuzz_card
#include "fuzz/fuzz_card.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_events
#include "fuzz/fuzz_events.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_info
#include "fuzz/fuzz_info.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_lhagrid
#include "fuzz/fuzz_lhagrid.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_lheh5
#include "fuzz/fuzz_lheh5.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_result
#include "fuzz/fuzz_result.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_state
#include "fuzz/fuzz_state.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_table
#include "fuzz/fuzz_table.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_yoda
#include "fuzz/fuzz_yoda.c"
#undef LLVMFuzzerTestOneInput

#include <dirent.h>
#include <sys/stat.h>
#include <sys/time.h>

enum {
    FILES_MOST = 16,
    BYTES_MOST = 1 << 16,
    ROUNDS = 25,       /* of each target */
    ROUNDS_LONG = 300, /* in the long runs */
    CHANGES_MOST = 6,  /* of an input */
    SECONDS = 20       /* of computing that an input may take */
};

static const struct {
    const char *name;
    int (*take)(const uint8_t *data, size_t bytes);
} targets[] = {
    {"card", fuzz_card},       {"events", fuzz_events}, {"info", fuzz_info},
    {"lhagrid", fuzz_lhagrid}, {"lheh5", fuzz_lheh5},   {"result", fuzz_result},
    {"state", fuzz_state},     {"table", fuzz_table},   {"yoda", fuzz_yoda},
};

/* What often matters to readers. */
static const char *const pieces[] = {
    "0",
    "-1",
    "1e308",
    "-1e-320",
    "nan",
    "inf",
    "0x10",
    "1D+02",
    "2147483648",
    "-2147483649",
    "131072",
    "18446744073709551616",
    "1e400",
    "4,1",
    "",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\"",
    "'",
    "<",
    ">",
    "&lt;",
    "</event>",
    "<event>",
    "<wgt id=\"first\">",
    "<weights>",
    "</weights>",
    "<!--",
    "-->",
    "---",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "#",
    "E 0 1 1",
    "V -131072 0 [1]",
    "\033]0;x\007",
    "\302\233",
    "\377",
    "END YODA_HISTO1D_V2",
};

struct corpus {
    uint8_t *files[FILES_MOST];
    size_t bytes[FILES_MOST], count;
};

static uint64_t state;

/* A number below `below`: splitmix64 of a fixed seed. */
static size_t draw(size_t below)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return below ? (size_t)((z ^ z >> 31) % below) : 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static struct corpus read_corpus(const char *name)
{
    struct corpus corpus = {.count = 0};
    struct dirent **entries;
    char folder[1000], path[1300];
    snprintf(folder, sizeof folder, "%s/tests/fuzz/corpus/%s", TEST_SOURCE, name);
    const int count = scandir(folder, &entries, NULL, by_name);
    for (int i = 0; i < count; ++i) {
        struct stat facts;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        FILE *file = stat(path, &facts) == 0 && S_ISREG(facts.st_mode) ? fopen(path, "rb") : NULL;
        free(entries[i]);
        if (!file)
            continue;
        assert_true(corpus.count < FILES_MOST);
        corpus.files[corpus.count] = malloc(BYTES_MOST);
        assert_non_null(corpus.files[corpus.count]);
        corpus.bytes[corpus.count] = fread(corpus.files[corpus.count], 1, BYTES_MOST, file);
        ++corpus.count;
        fclose(file);
    }
    free(entries);
    assert_true(corpus.count > 0);
    return corpus;
}

/* Puts `more` in the place of so many bytes at a place. @return how many there are now */
static size_t put(uint8_t *data, size_t bytes, size_t at, size_t gone, const void *more, size_t count)
{
    gone = gone < bytes - at ? gone : bytes - at;
    if (bytes - gone + count > BYTES_MOST)
        return bytes;
    uint8_t *copy = malloc(count + 1);
    assert_non_null(copy);
    memcpy(copy, more, count); /* which may lie in `data` */
    memmove(data + at + count, data + at + gone, bytes - at - gone);
    memcpy(data + at, copy, count);
    free(copy);
    return bytes - gone + count;
}

/* The bytes of the word at a place, or one. */
static size_t word(const uint8_t *data, size_t bytes, size_t at)
{
    size_t length = 0;
    while (at + length < bytes && !strchr(" \t\r\n<>,:[]", data[at + length]))
        ++length;
    return length ? length : 1;
}

static size_t change(const struct corpus *corpus, uint8_t *data, size_t bytes)
{
    const size_t at = draw(bytes), length = 1 + draw(60), from = draw(bytes), other = draw(corpus->count);
    const size_t there = draw(corpus->bytes[other]), left = corpus->bytes[other] - there;
    const char *piece = pieces[draw(sizeof pieces / sizeof pieces[0])];
    if (!bytes)
        return put(data, 0, 0, 0, piece, strlen(piece));
    switch (draw(8)) {
    case 0:
        data[at] ^= (uint8_t)(1u << draw(8));
        return bytes;
    case 1:
        data[at] = (uint8_t)draw(256);
        return bytes;
    case 2:
        return put(data, bytes, at, length, "", 0);
    case 3: /* some bytes again, elsewhere */
        return put(data, bytes, at, 0, data + from, length < bytes - from ? length : bytes - from);
    case 4:
        return put(data, bytes, at, 0, piece, strlen(piece));
    case 5:
        return draw(4) ? bytes : at; /* cut off */
    case 6:                          /* of another file */
        return put(data, bytes, at, length, corpus->files[other] + there, length < left ? length : left);
    default:
        return put(data, bytes, at, word(data, bytes, at), piece, strlen(piece));
    }
}

static void allow_seconds(int seconds)
{
    const struct itimerval limit = {.it_value = {.tv_sec = seconds}};
    assert_int_equal(setitimer(ITIMER_PROF, &limit, NULL), 0);
}

static void changed_files_do_no_harm(void **unused)
{
    (void)unused;
    const int rounds = getenv("TESSERA_TEST_LONG") ? ROUNDS_LONG : ROUNDS;
    for (size_t t = 0; t < sizeof targets / sizeof targets[0]; ++t) {
        struct corpus corpus = read_corpus(targets[t].name);
        for (int round = 0; round < rounds; ++round) {
            uint8_t *data = malloc(BYTES_MOST);
            const size_t which = (size_t)round % corpus.count;
            size_t bytes = corpus.bytes[which];
            assert_non_null(data);
            state = (uint64_t)round << 8 | t;
            memcpy(data, corpus.files[which], bytes);
            /* Each file as it is comes first: one that is refused then would be of no use. */
            for (size_t changes = round < (int)corpus.count ? 0 : 1 + draw(CHANGES_MOST); changes; --changes)
                bytes = change(&corpus, data, bytes);
            uint8_t *input = malloc(bytes ? bytes : 1); /* of this length, so that none is read behind it */
            assert_non_null(input);
            memcpy(input, data, bytes);
            allow_seconds(SECONDS);
            targets[t].take(input, bytes);
            allow_seconds(0);
            free(input);
            free(data);
        }
        for (size_t i = 0; i < corpus.count; ++i)
            free(corpus.files[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(changed_files_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
