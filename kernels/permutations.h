/* Orders of things, by their place in lexicographic order: the same for every lane. */
#ifndef TESSERA_PERMUTATIONS_H
#define TESSERA_PERMUTATIONS_H

#include "dialect.h"

/* 0, 1, 2 ... */
FN void permutation_first(int *order, int count)
{
    for (int i = 0; i < count; ++i)
        order[i] = i;
}

/* The next order of so many things; 0 behind the last. */
FN int permutation_next(int *order, int count)
{
    int i = count - 2, j = count - 1;
    while (i >= 0 && order[i] > order[i + 1])
        --i;
    if (i < 0)
        return 0;
    while (order[j] < order[i])
        --j;
    int swapped = order[i];
    order[i] = order[j];
    order[j] = swapped;
    for (int a = i + 1, b = count - 1; a < b; ++a, --b) {
        swapped = order[a];
        order[a] = order[b];
        order[b] = swapped;
    }
    return 1;
}

/* Numbers for the ordered choices t_1 ... t_m of m from `count` things: ((d_1 (count-1) + d_2) (count-2) +
 * d_3)
 * ..., where d_j says how many of the things that are left come before t_j. Here they are order[0],
 * order[step], order[2 step] ... */
FN int permutation_number(const int *order, int step, int m, int count)
{
    int number = 0;
    for (int j = 0; j < m; ++j) {
        int d = order[j * step];
        for (int i = 0; i < j; ++i)
            d -= order[i * step] < order[j * step];
        number = number * (count - j) + d;
    }
    return number;
}

/* The choice of that number. */
FN void permutation_from_number(int number, int *order, int m, int count)
{
    for (int j = m - 1; j >= 0; --j) {
        order[j] = number % (count - j);
        number /= count - j;
    }
    /* From how many of those left come before to which one: those taken are counted in. */
    for (int j = m - 1; j > 0; --j)
        for (int i = j - 1; i >= 0; --i)
            order[j] += order[j] >= order[i];
}

#endif
