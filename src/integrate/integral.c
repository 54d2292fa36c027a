#include "integrate/integral.h"

#include <stdlib.h>

void integral_destroy(struct integral *integral)
{
    free(integral->iterations);
    free(integral->bins);
    free(integral->varied);
    free(integral->grid);
    *integral = (struct integral){0};
}
