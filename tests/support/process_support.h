/* The Standard Model for tests of processes, and a process as it is read. */
#ifndef TESSERA_PROCESS_SUPPORT_H
#define TESSERA_PROCESS_SUPPORT_H

#include "test_support.h"

#include "subprocess/subprocess.h"

static ts_context *context;
static ts_model *model;
static struct label_list labels;

static inline int open_model(void **state)
{
    (void)state;
    if (ts_context_create(&context) || model_create_standard(context, NULL, 0, &model))
        return -1;
    labels_of_model(model, &labels);
    return 0;
}

static inline int close_model(void **state)
{
    (void)state;
    ts_model_destroy(&model);
    ts_context_destroy(&context);
    return 0;
}

static inline struct notation read_process(const char *text)
{
    struct notation notation = {.most = orders_all(ORDER_DEFAULT)};
    char sentence[SENTENCE_BYTES];
    if (!notation_read(model, &labels, text, &notation, sentence))
        fail_msg("%s: %s", text, sentence);
    return notation;
}

#endif
