/* The metadata of LHAPDF6 sets: YAML mappings of one level, whose values are
 * scalars or lists of scalars. */
#ifndef TESSERA_PDF_INFO_H
#define TESSERA_PDF_INFO_H

#include "pdf/alpha_s.h"
#include "tessera/context.h"

#include <stddef.h>

struct info_entry {
    char *key;
    char **value; /* [count]; a scalar is a list of one */
    size_t count, line;
    const char *file; /* the name given to info_parse() */
};

struct info {
    struct info_entry *entry;
    size_t count;
};

/* Reads a mapping and appends its entries: later ones hide earlier ones, as a
 * member's header hides what the set says. Others than scalars and lists of them
 * are skipped. `file` must live as long as the entries. TS_ERROR_INPUT with file
 * and line where the text is no YAML mapping. */
ts_status info_parse(ts_context *context, const char *file, const char *text, size_t bytes,
                     struct info *info);

void info_destroy(struct info *info);

/* The last entry of this key, or NULL. */
const struct info_entry *info_find(const struct info *info, const char *key);

/* The first word of an entry, or `otherwise` where there is none. */
const char *info_text(const struct info *info, const char *key, const char *otherwise);

/* The file of the entry, or `otherwise` where there is none. */
const char *info_file(const struct info *info, const char *key, const char *otherwise);

/* A number into *value, which keeps its value where the key is absent. */
ts_status info_number(ts_context *context, const struct info *info, const char *key, double *value);
ts_status info_whole(ts_context *context, const struct info *info, const char *key, int least, int most,
                     int *value);

/* Warns where a table of alpha_s is far from the set's own value at the Z mass (AlphaS_MZ). */
void info_warn_of_alpha_s(ts_context *context, const char *file, const struct alpha_s *coupling);

/* The definition of alpha_s that the entries make. `file` stands in messages. */
ts_status info_alpha_s(ts_context *context, const struct info *info, const char *file,
                       struct alpha_s *coupling);

#endif
