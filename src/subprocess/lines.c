#include "subprocess/lines.h"

#include <stddef.h>

static int word_has(const struct label *word, int pdg)
{
    for (int i = 0; i < word->count; ++i)
        if (word->pdg[i] == pdg)
            return 1;
    return 0;
}

static int list_has(const struct word_list *list, int pdg)
{
    for (int i = 0; i < list->count; ++i)
        if (word_has(&list->words[i], pdg))
            return 1;
    return 0;
}

int line_s_channel(const ts_model *model, const struct chain *chain, const struct line *line, unsigned *legs)
{
    const unsigned beams = (1u << chain_incoming(chain)) - 1, in = line->legs & beams;
    if (in && in != beams)
        return 0;
    *legs = in ? line->every & ~line->legs : line->legs;
    for (int i = 0; chain && i < chain->count; ++i)
        if (!(*legs & ~chain->list[i].legs))
            return 0;
    return in ? line->pdg : model_antiparticle(model, line->pdg);
}

int line_is_barred(const ts_model *model, const struct exclusion *exclusion, const struct chain *chain,
                   const struct line *line)
{
    unsigned legs;
    if (exclusion_has(exclusion, line->pdg))
        return 1;
    return exclusion && exclusion->no_s_channel.count &&
           list_has(&exclusion->no_s_channel, line_s_channel(model, chain, line, &legs));
}

unsigned line_required(const ts_model *model, const struct exclusion *exclusion, const struct chain *chain,
                       const struct line *line)
{
    unsigned required = 0, legs;
    if (!exclusion || !exclusion->required.count)
        return 0;
    const int pdg = line_s_channel(model, chain, line, &legs);
    for (int i = 0; i < exclusion->required.count && pdg; ++i)
        required |= (unsigned)word_has(&exclusion->required.words[i], pdg) << i;
    return required;
}

int lines_suffice(const struct exclusion *exclusion, unsigned required)
{
    if (!exclusion || !exclusion->required.count)
        return 1;
    for (int first = 0, end; first < exclusion->required.count; first = end) {
        int all = 1;
        for (end = first;
             end < exclusion->required.count && exclusion->alternative[end] == exclusion->alternative[first];
             ++end)
            all &= (int)(required >> end & 1);
        if (all)
            return 1;
    }
    return 0;
}

int line_is_off_shell(const ts_model *model, const struct exclusion *exclusion, const struct chain *chain,
                      const struct line *line)
{
    unsigned legs;
    return exclusion && exclusion->off_shell.count &&
           list_has(&exclusion->off_shell, line_s_channel(model, chain, line, &legs));
}
