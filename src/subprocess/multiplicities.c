#include "subprocess/multiplicities.h"

#include "core/context.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An order in the process and another one in `orders`: which is meant? */
static int agree(const ts_model *model, const struct orders *of_card, const struct orders *of_text,
                 char sentence[SENTENCE_BYTES])
{
    size_t count;
    const char *const *names = ts_model_orders(model, &count);
    for (size_t i = 0; i < count; ++i) {
        if (of_card->power[i] == ORDER_DEFAULT || of_card->power[i] == of_text->power[i])
            continue;
        snprintf(sentence, SENTENCE_BYTES, "it says %s=%d, and orders says %s: %d; keep one of them",
                 names[i], of_text->power[i], names[i], of_card->power[i]);
        return 0;
    }
    return 1;
}

/* Expands one multiplicity, as the next part. `named`: a sentence says of which it is. */
static ts_status add_part(ts_context *context, struct sum_setting *setting, struct notation *notation,
                          int named, struct ts_subprocesses *made, char sentence[SENTENCE_BYTES])
{
    if (made->part_count == MULTIPLICITIES_MOST) {
        snprintf(sentence, SENTENCE_BYTES, "it has more than %d multiplicities", MULTIPLICITIES_MOST);
        return TS_ERROR_INPUT;
    }
    setting->wrong_frame = !notation_set_frame(made->model, notation, setting->frame, sentence);
    if (setting->wrong_frame)
        return TS_ERROR_INPUT;
    made->is_polarised |= notation_is_polarised(notation);
    struct subprocess_part *part = &made->parts[made->part_count];
    notation_print(made->model, notation, part->name, sizeof part->name);
    const ts_status status = subprocess_list_create(context, made->model, notation, &part->list, sentence);
    made->part_count += !status;
    if (status && *sentence && named) {
        char reason[SENTENCE_BYTES];
        snprintf(reason, sizeof reason, "%s", sentence);
        snprintf(sentence, SENTENCE_BYTES, "\"%.180s\": %.400s", part->name, reason);
    }
    return status;
}

/* Expands a process of the list, or each multiplicity of its range, and adds its name to that of all. */
static ts_status add_process(ts_context *context, struct sum_setting *setting, const char *text,
                             struct ts_subprocesses *made, char sentence[SENTENCE_BYTES])
{
    struct notation notation = {.most = setting->most, .fixed = setting->fixed};
    const size_t used = strlen(made->name);
    ts_status status = TS_OK;
    if (!notation_read(made->model, setting->labels, text, &notation, sentence) ||
        !agree(made->model, &setting->most, &notation.most, sentence))
        return TS_ERROR_INPUT;
    snprintf(made->name + used, sizeof made->name - used, "%s", used ? "; " : "");
    const size_t length = strlen(made->name);
    notation_print(made->model, &notation, made->name + length, sizeof made->name - length);
    if (!notation.range.slot)
        return add_part(context, setting, &notation, used > 0, made, sentence);
    for (int count = notation.range.low; count <= notation.range.high && !status; ++count) {
        struct notation taken = range_taken(&notation, count);
        status = add_part(context, setting, &taken, 1, made, sentence);
    }
    return status;
}

/* A subprocess whatever the order of its final particles, and where it comes from. */
struct identity {
    uint64_t state[2];
    int incoming[LEGS_IN], part;
    const struct subprocess *member;
};

enum { COMPARED_BYTES = sizeof(uint64_t[2]) + sizeof(int[LEGS_IN]) };

static int compare(const void *a, const void *b)
{
    const struct identity *x = a, *y = b;
    const int order = memcmp(x, y, COMPARED_BYTES);
    return order ? order : (x->part > y->part) - (x->part < y->part);
}

static struct identity identity_of(const struct subprocess_list *list, const struct subprocess *member,
                                   int part)
{
    struct identity identity = {.part = part, .member = member};
    int pdg[LEGS_MOST] = {0};
    memcpy(pdg + LEGS_IN, member->pdg + LEGS_IN, (size_t)(list->legs - LEGS_IN) * sizeof *pdg);
    chain_state(&list->groups[member->group].chain, pdg, list->legs, identity.state);
    for (int i = 0; i < LEGS_IN; ++i)
        identity.incoming[i] = member->pdg[member->mirrored ? 1 - i : i];
    return identity;
}

/* Says which two parts have a subprocess in common. */
static void explain_overlap(const struct ts_subprocesses *made, const struct identity *found,
                            char sentence[SENTENCE_BYTES])
{
    const struct subprocess_part *first = &made->parts[found[0].part], *second = &made->parts[found[1].part];
    char name[160];
    subprocess_print(made->model, first->list.legs, found[0].member->pdg, NULL, found[0].member->mirrored,
                     name, sizeof name);
    if (!strcmp(first->name, second->name))
        snprintf(
            sentence, SENTENCE_BYTES,
            "\"%.180s\" is there more than once, by itself or in a range, and would count twice: leave out one",
            first->name);
    else
        snprintf(sentence, SENTENCE_BYTES,
                 "%s is in \"%.180s\" and in \"%.180s\", and would count twice: leave out one", name,
                 first->name, second->name);
}

/* No subprocess may be in two parts. */
static ts_status check_overlap(ts_context *context, const struct ts_subprocesses *made,
                               char sentence[SENTENCE_BYTES])
{
    size_t count = 0, used = 0;
    for (int i = 0; i < made->part_count; ++i)
        count += (size_t)made->parts[i].list.member_count;
    if (made->part_count < 2)
        return TS_OK;
    struct identity *all = calloc(count + 1, sizeof *all);
    if (!all)
        return ts_fail_memory(context, "the subprocesses of a process");
    for (int i = 0; i < made->part_count; ++i)
        for (int k = 0; k < made->parts[i].list.member_count; ++k)
            all[used++] = identity_of(&made->parts[i].list, &made->parts[i].list.members[k], i);
    qsort(all, count, sizeof *all, compare);
    for (size_t i = 1; i < count && !*sentence; ++i)
        if (!memcmp(&all[i - 1], &all[i], COMPARED_BYTES) && all[i - 1].part != all[i].part)
            explain_overlap(made, &all[i - 1], sentence);
    free(all);
    return *sentence ? TS_ERROR_INPUT : TS_OK;
}

/* The next process of a list, without blanks around it; returns what stands behind its mark, or NULL. */
static const char *next_process(const char *text, char *process, size_t bytes)
{
    size_t length = strcspn(text, ";");
    const char *rest = text[length] ? text + length + 1 : NULL;
    const size_t blanks = strspn(text, " \t");
    text += blanks < length ? blanks : length;
    length -= blanks < length ? blanks : length;
    while (length && strchr(" \t", text[length - 1]))
        --length;
    snprintf(process, bytes, "%.*s", (int)length, text);
    return rest;
}

ts_status multiplicities_create(ts_context *context, struct sum_setting *setting, const char *text,
                                struct ts_subprocesses *made, char sentence[SENTENCE_BYTES])
{
    const size_t bytes = strlen(text) + 1;
    const int is_list = strchr(text, ';') != NULL;
    char *process = malloc(bytes);
    ts_status status = process ? TS_OK : ts_fail_memory(context, "a process");
    while (text && !status) {
        text = next_process(text, process, bytes);
        if (is_list && !*process) {
            snprintf(sentence, SENTENCE_BYTES,
                     "a process of the list is empty: write each, as in [p p > t t~, p p > t t~ j]");
            status = TS_ERROR_INPUT;
        } else {
            status = add_process(context, setting, process, made, sentence);
        }
    }
    free(process);
    return status ? status : check_overlap(context, made, sentence);
}

void multiplicities_free(struct ts_subprocesses *made)
{
    for (int i = 0; i < made->part_count; ++i)
        subprocess_list_free(&made->parts[i].list);
    made->part_count = 0;
}
