/* Any process, the words of a label before it: it is refused with a sentence, or becomes subprocesses that
 * are all there. "WORDS\nPROCESS", or a process alone. */
#include "input.h"
#include "subprocess/subprocess.h"

#include <stdlib.h>
#include <string.h>

/* What a process may stand for here, so that each input takes milliseconds. */
enum { COMBINATIONS_MOST = 20000, LEGS_LIKED = 8 };

static int is_small(const struct notation *notation)
{
    double combinations = 1;
    int legs = notation->count;
    for (int i = 0; i < notation->count; ++i)
        combinations *= notation->slots[i].count;
    for (int i = 0; i < notation->decay_count; ++i) {
        legs += notation->decays[i].count;
        for (int k = 0; k < notation->decays[i].count; ++k)
            combinations *= notation->decays[i].slots[k].count;
    }
    return combinations <= COMBINATIONS_MOST && legs <= LEGS_LIKED;
}

static void expand(ts_context *context, const ts_model *model, const struct notation *notation)
{
    struct subprocess_list list;
    char sentence[SENTENCE_BYTES];
    const ts_status status = subprocess_list_create(context, model, notation, &list, sentence);
    if (status != TS_OK) {
        if (!*sentence && !*ts_context_error(context))
            abort();
        return;
    }
    int members = 0;
    for (int i = 0; i < list.group_count; ++i) {
        members += list.groups[i].member_count;
        if (!list.groups[i].member_count || !list.groups[i].trees.count || list.groups[i].members[0].mirrored)
            abort();
    }
    if (!members || members != list.member_count)
        abort();
    subprocess_list_free(&list);
}

static void read_process(ts_context *context, const ts_model *model, const char *label, const char *process)
{
    struct label_list labels;
    struct notation notation = {.most = {ORDER_DEFAULT, ORDER_DEFAULT}};
    char sentence[SENTENCE_BYTES] = "", text[512];
    labels_of_model(model, &labels);
    if (label && !label_define(model, &labels, "lab", label, sentence) && !*sentence)
        abort();
    *sentence = 0;
    if (!notation_read(model, &labels, process, &notation, sentence)) {
        if (!*sentence)
            abort();
        return;
    }
    notation_print(model, &notation, text, sizeof text);
    if (!*text)
        abort();
    if (is_small(&notation))
        expand(context, model, &notation);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static ts_context *context;
    static ts_model *model;
    if (!model &&
        (ts_context_create(&context) != TS_OK || model_create_standard(context, NULL, 0, &model) != TS_OK))
        abort();
    char *text = malloc(bytes + 1);
    if (!text)
        abort();
    if (bytes)
        memcpy(text, data, bytes);
    text[bytes] = 0;
    char *line = strchr(text, '\n');
    if (line)
        *line = 0;
    read_process(context, model, line ? text : NULL, line ? line + 1 : text);
    free(text);
    return 0;
}
