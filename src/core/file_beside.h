/* Temporary names beside a file, and the removal of what killed processes left under such names. */
#ifndef TESSERA_CORE_FILE_BESIDE_H
#define TESSERA_CORE_FILE_BESIDE_H

#include <stddef.h>

/* What a temporary name has more than that of its file, the zero byte included. */
enum { FILE_BESIDE_BYTES = 72 };

/* Writes PATH.tessera-MACHINE-PROCESS-TIME-SERIAL, another one with each call; the numbers are hexadecimal.
 * The word is for what users call their own copies: PATH.2024-11-05-2, say. */
void file_beside(const char *path, char *name, size_t bytes);

/* How long the name of a file is without what file_beside() has added to it: how sentences call it. */
size_t file_beside_of(const char *name);

/* Removes temporary files of `path` whose process has ended: of this user's, with names as above. Those of
 * another machine (or container), whose processes cannot be seen, go when they are a day old. */
void file_remove_stale(const char *path);

/* Folders with such names, likewise: `clear` is called with the path of each, and takes away what is its own
 * there. */
void folder_remove_stale(const char *path, void (*clear)(const char *folder));

#endif
