/* Lines inside diagrams, and what a process asks of them (struct exclusion).
 *
 * A line parts the legs of a process in two. In the s-channel it has both incoming legs at one end. It is the
 * particle that becomes the final legs at the other end: of u d~ > e+ ve a w+, not a w-. Lines that a chain
 * of decays names, and those inside its decays, are none of the production, and no rule for s-channels is
 * theirs.
 */
#ifndef TESSERA_SUBPROCESS_LINES_H
#define TESSERA_SUBPROCESS_LINES_H

#include "subprocess/chain.h"

/* One line: the legs at one end, a bit each, of all legs `every`. The particle is as it comes in at the
 * vertex behind them. */
struct line {
    unsigned every, legs;
    int pdg;
};

/* The particle of an s-channel line of the production, as it becomes the final legs, of which *legs receives
 * the bits. 0: the line is none. `chain`: NULL is a chain of nothing. */
int line_s_channel(const ts_model *model, const struct chain *chain, const struct line *line, unsigned *legs);

/* Whether a line that no chain names may be in no diagram. `exclusion`: NULL excludes nothing. */
int line_is_barred(const ts_model *model, const struct exclusion *exclusion, const struct chain *chain,
                   const struct line *line);

/* Which of the required lines it is, a bit each. */
unsigned line_required(const ts_model *model, const struct exclusion *exclusion, const struct chain *chain,
                       const struct line *line);

/* Whether a diagram with these required lines has all that it needs. */
int lines_suffice(const struct exclusion *exclusion, unsigned required);

/* Whether a line is off its mass shell alone. */
int line_is_off_shell(const ts_model *model, const struct exclusion *exclusion, const struct chain *chain,
                      const struct line *line);

#endif
