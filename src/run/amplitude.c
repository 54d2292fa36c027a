/* Squared matrix elements at given points: from a process to the family that evaluates them. */
#include "core/environment.h"
#include "process/family.h"

#include <stdio.h>
#include <string.h>

static ts_status check_precision(ts_context *context, const char *precision,
                                 struct amplitude_request *request)
{
    request->double_precision = !precision || !strcmp(precision, "double");
    if (request->double_precision || !strcmp(precision, "single"))
        return TS_OK;
    return ts_fail(context, TS_ERROR_INPUT, "The precision \"%s\" is not known: it is single or double.",
                   precision);
}

/* "g g > g g ... g with 4 to 16 gluons in all, and ...": of what there are amplitudes. */
static void list_amplitudes(char *text, size_t bytes)
{
    const struct process_family *family;
    size_t used = 0;
    for (size_t i = 0; (family = family_at(i)) && used < bytes; ++i)
        if (family->amplitudes)
            used += (size_t)snprintf(text + used, bytes - used, "%s%s", used ? ", and " : "",
                                     family->amplitudes);
}

static ts_status check_process(ts_context *context, const char *process, size_t particles,
                               struct amplitude_request *request, const struct process_family **family)
{
    char sentence[256], amplitudes[512];
    particles_parse(process, &request->particles, sentence, sizeof sentence);
    if (*sentence)
        return ts_fail(context, TS_ERROR_INPUT, "The process \"%s\" cannot be read: %s.", process, sentence);
    *family = family_of_amplitude(&request->particles);
    list_amplitudes(amplitudes, sizeof amplitudes);
    if (!*family)
        return ts_fail(context, TS_ERROR_INPUT, "The amplitude of \"%s\" is not there yet: there are %s.",
                       process, amplitudes);
    if (particles != (size_t)request->particles.count)
        return ts_fail(
            context, TS_ERROR_INPUT,
            "\"%s\" has %d particles, but each point holds %zu: give the incoming ones first, all on lines of "
            "their own.",
            process, request->particles.count, particles);
    return TS_OK;
}

ts_status ts_amplitude_evaluate(ts_context *context, const char *process,
                                const ts_amplitude_settings *settings, size_t particles,
                                const double *momenta, size_t points, double *matrix_element_squared,
                                ts_amplitude_info *info)
{
    OWN_ENVIRONMENT;
    static const ts_amplitude_settings defaults = {0};
    ts_amplitude_info unused;
    const struct process_family *family = NULL;
    struct amplitude_request request = {.settings = settings ? settings : &defaults,
                                        .momenta = momenta,
                                        .points = points};
    ts_status status = check_precision(context, request.settings->precision, &request);
    if (!status)
        status = check_process(context, process, particles, &request, &family);
    return status ? status
                  : family->evaluate(context, &request, matrix_element_squared, info ? info : &unused);
}
