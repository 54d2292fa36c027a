/* What a card says of the integration, for run.c and for what makes a run's integral again. */
#ifndef TESSERA_RUN_INTEGRATION_OF_CARD_H
#define TESSERA_RUN_INTEGRATION_OF_CARD_H

#include "integrate/integrate.h"
#include "tessera/card.h"
#include "tessera/run.h"

struct integration_settings integration_settings(const ts_card *card, const ts_run_settings *settings);

#endif
