/* The table that gluon_table.h declares; built in both precisions and with both kinds of polarisation. */
#define GLUONS 4
#include "gluon_table.h"

#include "gluon_table_entry.h"
#define GLUONS 5
#include "gluon_table_entry.h"
#define GLUONS 6
#include "gluon_table_entry.h"
#define GLUONS 7
#include "gluon_table_entry.h"
#define GLUONS 8
#include "gluon_table_entry.h"
#define GLUONS 9
#include "gluon_table_entry.h"
#define GLUONS 10
#include "gluon_table_entry.h"
#define GLUONS 11
#include "gluon_table_entry.h"
#define GLUONS 12
#include "gluon_table_entry.h"
#define GLUONS 13
#include "gluon_table_entry.h"
#define GLUONS 14
#include "gluon_table_entry.h"
#define GLUONS 15
#include "gluon_table_entry.h"
#define GLUONS 16
#include "gluon_table_entry.h"

#define ROW(form)                                                                                       \
    {                                                                                                   \
        [4] = form##_4, [5] = form##_5, [6] = form##_6, [7] = form##_7, [8] = form##_8, [9] = form##_9, \
        [10] = form##_10, [11] = form##_11, [12] = form##_12, [13] = form##_13, [14] = form##_14,       \
        [15] = form##_15, [16] = form##_16                                                              \
    }

gluon_function *const gluon_table[5][GLUONS_MAX + 1] = {[3] = ROW(tensor), [4] = ROW(vertices)};
