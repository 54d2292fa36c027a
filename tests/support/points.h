/* The points of tests/data/matrix-elements.yaml and syntax-elements.yaml: matrix elements by independent
 * programs. */
#ifndef TESSERA_TEST_POINTS_H
#define TESSERA_TEST_POINTS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINT_LEGS = 12 };

struct reference_point {
    char process[80];
    double value;
    int legs;
    double momenta[POINT_LEGS][4];
};

/* The next point; 0 behind the last one. */
static inline int reference_point_read(FILE *file, struct reference_point *point)
{
    char line[512];
    long place = ftell(file);
    *point = (struct reference_point){.legs = 0};
    while (fgets(line, sizeof line, file)) {
        double *p = point->momenta[point->legs];
        if (!strncmp(line, "- process: ", 11)) {
            if (point->legs) {
                fseek(file, place, SEEK_SET);
                break;
            }
            snprintf(point->process, sizeof point->process, "%.*s", (int)strcspn(line + 11, "\n"), line + 11);
        }
        sscanf(line, "  value: %lf", &point->value);
        if (sscanf(line, " - [%lf, %lf, %lf, %lf]", &p[0], &p[1], &p[2], &p[3]) == 4 &&
            point->legs < POINT_LEGS - 1)
            ++point->legs;
        place = ftell(file);
    }
    return point->legs > 0;
}

#endif
