/* Processes of models that are read from UFOs. */
#ifndef TESSERA_TEST_MODEL_PROCESSES_H
#define TESSERA_TEST_MODEL_PROCESSES_H

#include "tree_identities.h"
#include "ufo_models.h"

/* A model of examples/models or tests/models, or a table of tests/data. */
static inline void open_model(struct tested *tested, const char *name, const struct model_setting *settings,
                              size_t count)
{
    char path[UFO_PATH_BYTES];
    const int is_table = strstr(name, ".tsm") != NULL;
    *tested = (struct tested){.legs = 0};
    assert_int_equal(ts_context_create(&tested->context), TS_OK);
    if (is_table)
        snprintf(path, sizeof path, TEST_SOURCE "/tests/data/%s", name);
    else
        ufo_import(tested->context, name, path);
    assert_status(tested->context,
                  model_create_of_file(tested->context, path, NULL, settings, count, &tested->model));
    assert_true(is_table || !remove(path));
    assert_status(tested->context, device_open(tested->context, "cpu", 0, &tested->device));
}

static inline double number_of(const struct tested *tested, const char *name)
{
    const ts_parameter *parameter = ts_model_parameter(tested->model, name);
    if (!parameter)
        fail_msg("there is no %s", name);
    return parameter->re;
}

/* The value at the momenta of `tested` in another model, or with other bounds. */
static inline double value_with(const struct tested *tested, ts_model *model, const char *process)
{
    struct tested other = *tested;
    other.model = model;
    test_process(&other, process);
    return test_value(&other, NULL, 0, NULL);
}

/* The Standard Model with the inputs that another model has, by its names of them. */
static inline ts_model *standard_with(const struct tested *tested, const char *const (*names)[2],
                                      size_t count)
{
    enum { INPUTS_MOST = 12 };
    struct model_setting settings[INPUTS_MOST];
    char values[INPUTS_MOST][32];
    ts_model *model;
    for (size_t i = 0; i < count; ++i) {
        snprintf(values[i], sizeof values[i], "%.17g", number_of(tested, names[i][1]));
        settings[i] = (struct model_setting){names[i][0], values[i], ""};
    }
    assert_status(tested->context, model_create_standard(tested->context, settings, count, &model));
    return model;
}

#endif
