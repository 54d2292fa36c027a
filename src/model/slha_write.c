/* A model's values in SLHA's blocks, as events of it take them to programs that go on with them. */
#include "model/decay_widths.h"
#include "model/slha.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Particles that every program knows. */
static int is_standard(const ts_particle *particle)
{
    const int pdg = particle->pdg;
    return pdg <= 6 || (pdg >= 11 && pdg <= 16) || (pdg >= 21 && pdg <= 25);
}

/* The length of the first word of a place, "MASS 6". */
static size_t block_length(const char *place) { return strcspn(place, " "); }

static int same_block(const char *a, const char *b)
{
    return block_length(a) == block_length(b) && !strncasecmp(a, b, block_length(a));
}

static int is_block(const ts_parameter *parameter, const char *name)
{
    return same_block(parameter->meaning, name);
}

/* An input that stands in a block; masses and widths are told by particle. */
static int is_listed(const ts_parameter *parameter)
{
    return parameter->role == TS_PARAMETER_INPUT && *parameter->meaning && !is_block(parameter, "MASS") &&
           !is_block(parameter, "DECAY");
}

/* Inputs of the block of number `first`, where that is the first of its block. */
static void put_block(FILE *file, const ts_parameter *list, size_t count, size_t first)
{
    for (size_t i = 0; i < first; ++i)
        if (is_listed(&list[i]) && same_block(list[i].meaning, list[first].meaning))
            return;
    const size_t length = block_length(list[first].meaning);
    fprintf(file, "BLOCK %.*s\n", (int)length, list[first].meaning);
    for (size_t i = first; i < count; ++i)
        if (is_listed(&list[i]) && same_block(list[i].meaning, list[first].meaning))
            fprintf(file, " %s %.10e # %s\n", list[i].meaning + block_length(list[i].meaning), list[i].re,
                    list[i].name);
}

/* What programs have to know of a particle that is new to them (arXiv:0712.3311). */
static void put_numbers(FILE *file, const ts_particle *particle)
{
    fprintf(file, "BLOCK QNUMBERS %d # %s\n 1 %d\n 2 %d\n 3 %d\n 4 %d\n", particle->pdg, particle->name,
            particle->charge, particle->spin, abs(particle->colour),
            strcmp(particle->name, particle->antiname) != 0);
}

/* The width of a particle; what it decays into is told of one that programs do not know. */
static void put_decays(FILE *file, ts_context *context, const ts_model *model, const ts_particle *particle)
{
    ts_decay *decays = NULL;
    size_t count = 0;
    fprintf(file, "DECAY %d %.10e # %s\n", particle->pdg, particle->width, particle->name);
    if (is_standard(particle) || !(particle->width > 0) ||
        model_decays(context, model, particle->pdg, 3, &decays, &count))
        return;
    const double width = model_width(decays, count);
    for (size_t i = 0; i < count; ++i) {
        const int *products = decays[i].products, has_three = products[2] != 0;
        fprintf(file, "  %.10e %d %d %d", decays[i].width / width, 2 + has_three, products[0], products[1]);
        if (has_three)
            fprintf(file, " %d", products[2]);
        putc('\n', file);
    }
    free(decays);
}

static void put_all(FILE *file, ts_context *context, const ts_model *model)
{
    for (size_t i = 0; i < model->parameter_count; ++i)
        if (is_listed(&model->parameters[i]))
            put_block(file, model->parameters, model->parameter_count, i);
    fputs("BLOCK MASS\n", file);
    for (size_t i = 0; i < model->table->particle_count; ++i)
        if (!is_standard(&model->particles[i]) || model->particles[i].mass > 0)
            fprintf(file, " %d %.10e # %s\n", model->particles[i].pdg, model->particles[i].mass,
                    model->particles[i].name);
    for (size_t i = 0; i < model->table->particle_count; ++i)
        if (!is_standard(&model->particles[i]) || model->particles[i].width > 0)
            put_decays(file, context, model, &model->particles[i]);
    for (size_t i = 0; i < model->table->particle_count; ++i)
        if (!is_standard(&model->particles[i]))
            put_numbers(file, &model->particles[i]);
}

char *slha_text(ts_context *context, const ts_model *model)
{
    char *text = NULL;
    size_t bytes;
    FILE *file = open_memstream(&text, &bytes);
    if (!file)
        return NULL;
    put_all(file, context, model);
    if (fclose(file)) {
        free(text);
        return NULL;
    }
    for (char *at = text; (at = strpbrk(at, "<>&")) != NULL;) /* names as they may stand in XML */
        *at++ = '_';
    return text;
}
