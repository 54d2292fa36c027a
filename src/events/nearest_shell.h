/* Which resonances an event has on their mass shells. */
#ifndef TESSERA_EVENTS_NEAREST_SHELL_H
#define TESSERA_EVENTS_NEAREST_SHELL_H

#include "amplitude/on_shell.h"
#include "io/event.h"

/* The chain of an event: what the process names (NULL: nothing), and lines of its diagrams that are within
 * RESONANCE_WIDTHS of their masses. Of lines that no diagram has together the nearest to its mass shell in
 * widths stays, and those of few legs before others. Colour lines of `legs`, incoming ones first, have to
 * leave a resonance as its colour has it. */
struct chain nearest_shell(const struct chain *named, const struct on_shell *shell,
                           const struct event_particle *legs, int count);

#endif
