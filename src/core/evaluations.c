#include "core/evaluations.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_MOST = 64, KEPT_BYTES_MOST = 1 << 28 };

/* One of a list, the one that was used last first. */
struct kept {
    struct kept *next;
    void *thing;
    void (*destroy)(void *thing);
    size_t bytes;
    char key[];
};

/* The context's. */
struct evaluations {
    struct kept *first;
};

static void drop(struct kept **place)
{
    struct kept *dropped = *place;
    *place = dropped->next;
    dropped->destroy(dropped->thing);
    free(dropped);
}

static void drop_all(void *thing)
{
    struct evaluations *evaluations = thing;
    while (evaluations->first)
        drop(&evaluations->first);
    free(evaluations);
}

/* Leaves room for one more. */
static void make_room(struct evaluations *evaluations, size_t bytes)
{
    size_t count = 1, sum = bytes;
    struct kept **place = &evaluations->first;
    while (*place) {
        sum += (*place)->bytes;
        if (++count > KEPT_MOST || sum > KEPT_BYTES_MOST)
            break;
        place = &(*place)->next;
    }
    while (*place)
        drop(place);
}

void *evaluations_find(ts_context *context, const char *key)
{
    struct evaluations *evaluations = ts_context_kept(context, KEPT_EVALUATIONS);
    struct kept **place = evaluations ? &evaluations->first : NULL;
    while (place && *place && strcmp((*place)->key, key) != 0)
        place = &(*place)->next;
    struct kept *found = place ? *place : NULL;
    if (!found)
        return NULL;
    *place = found->next;
    found->next = evaluations->first;
    evaluations->first = found;
    return found->thing;
}

int evaluations_keep(ts_context *context, const char *key, size_t bytes, void *thing,
                     void destroy(void *thing))
{
    const size_t length = strlen(key) + 1;
    struct evaluations *evaluations = ts_context_kept(context, KEPT_EVALUATIONS);
    if (bytes > KEPT_BYTES_MOST)
        return 0;
    struct kept *made = malloc(sizeof *made + length);
    if (made && !evaluations && (evaluations = calloc(1, sizeof *evaluations)))
        ts_context_keep(context, KEPT_EVALUATIONS, evaluations, drop_all);
    if (!made || !evaluations) {
        free(made);
        return 0;
    }
    make_room(evaluations, bytes);
    *made = (struct kept){.next = evaluations->first, .thing = thing, .destroy = destroy, .bytes = bytes};
    memcpy(made->key, key, length);
    evaluations->first = made;
    return 1;
}
