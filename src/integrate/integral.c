#include "integrate/integral.h"

#include <stdlib.h>

double integral_sampled(const struct integral *integral)
{
    return integral->enhanced ? integral->varied[integral->variation_count - 1].value : integral->value;
}

void integral_destroy(struct integral *integral)
{
    free(integral->iterations);
    free(integral->bins);
    free(integral->varied);
    free(integral->grid);
    *integral = (struct integral){0};
}
