/* The matrix elements of a choice (elements.h), and which kinds of events have them. */
#ifndef TESSERA_REWEIGHT_ELEMENT_LINKS_H
#define TESSERA_REWEIGHT_ELEMENT_LINKS_H

#include "reweight/element.h"
#include "reweight/elements.h"

/* What a kind of events comes to. */
struct link {
    struct element *element; /* NULL: there is none */
    int place[LEGS_MOST];    /* leg i of the group is particle place[i] of the kind */
    double mass[LEGS_MOST];  /* GeV, of leg i in the model */
    char lack[300];
};

struct elements {
    ts_context *context;
    const ts_card *card;
    struct device *device;
    ts_model *model;
    int is_named;             /* the processes are those that others name, and the model is theirs */
    ts_subprocesses *of_card; /* NULL: the card has no process */
    ts_subprocesses **found;  /* [found_count], one for each process of events */
    size_t found_count;
    struct element **list;
    size_t count;
    struct link *links; /* [link_count], one for each kind */
    size_t link_count;
};

#endif
