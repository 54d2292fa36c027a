#include "run/amplitude.h"

#include "core/card_write.h"
#include "core/request.h"
#include "program/program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { POINTS_MOST = 1 << 12 };

size_t amplitude_launch(size_t points)
{
    size_t launch = 1;
    while (launch < points && launch < POINTS_MOST)
        launch *= 2;
    return launch;
}

/* A file under the name that a card has for it may be another one by now. Returns 0 where it is not known. */
static int add_file(const char *path, struct source *text)
{
    struct stat facts;
    if (stat(path, &facts))
        return 0;
    source_append(text, "|%llu %llu %lld %lld %ld", (unsigned long long)facts.st_dev,
                  (unsigned long long)facts.st_ino, (long long)facts.st_size, (long long)facts.st_mtim.tv_sec,
                  facts.st_mtim.tv_nsec);
    return 1;
}

/* The card's text, and the files of its model. */
static int add_card(const ts_card *card, struct source *text)
{
    const struct request_map *model = &card_request(card)->model;
    char *json = card_json_text(card_json(card));
    int is_known = json != NULL;
    if (json)
        source_append(text, "|%s", json);
    free(json);
    for (size_t i = 0; i < model->count && is_known; ++i)
        if (!strcmp(model->entries[i].name, "name") || !strcmp(model->entries[i].name, "card"))
            is_known = add_file(model->entries[i].value, text);
    return is_known;
}

static void add_text(const char *word, struct source *text) { source_append(text, "|%s", word ? word : ""); }

char *amplitude_key(const char *process, size_t particles, const struct amplitude_request *request)
{
    const ts_amplitude_settings *settings = request->settings;
    struct source text = {0};
    add_text(process, &text);
    add_text(settings->helicities, &text);
    add_text(settings->colour, &text);
    add_text(settings->device, &text);
    source_append(&text, "|%zu %zu %d %.17g %.17g %.17g", particles, amplitude_launch(request->points),
                  request->double_precision, settings->alpha_s, settings->alpha, settings->scale);
    for (size_t i = 0; request->by && i < request->by->count; ++i)
        add_text(request->by->names[i], &text);
    if (request->by)
        source_append(&text, "|%zu %d", request->by->before, request->by->momenta);
    if ((settings->card && !add_card(settings->card, &text)) || text.failed)
        source_free(&text);
    return text.text;
}
