/* Where this code was loaded from. */
#ifndef TESSERA_CORE_SELF_H
#define TESSERA_CORE_SELF_H

/* The folder of the shared library, or of the program that holds it, in path[PATH_MAX]; 0 where it cannot be
 * found. */
int self_folder(char *path);

#endif
