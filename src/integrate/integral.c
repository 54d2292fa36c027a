#include "integrate/integral.h"

#include <stdlib.h>

void integral_destroy(struct integral *integral)
{
    free(integral->iterations);
    free(integral->bins);
    free(integral->grid);
    *integral = (struct integral){0};
}
