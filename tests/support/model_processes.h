/* Processes of models that are read from UFOs. */
#ifndef TESSERA_TEST_MODEL_PROCESSES_H
#define TESSERA_TEST_MODEL_PROCESSES_H

#include "tree_identities.h"
#include "ufo_models.h"

static inline void open_model(struct tested *tested, const char *name, const struct model_setting *settings,
                              size_t count)
{
    char path[UFO_PATH_BYTES];
    *tested = (struct tested){.legs = 0};
    assert_int_equal(ts_context_create(&tested->context), TS_OK);
    ufo_import(tested->context, name, path);
    assert_status(tested->context,
                  model_create_of_file(tested->context, path, NULL, settings, count, &tested->model));
    assert_int_equal(remove(path), 0);
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

#endif
