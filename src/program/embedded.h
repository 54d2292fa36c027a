/* Files that the build puts into the library (cmake/embed.cmake). */
#ifndef TESSERA_PROGRAM_EMBEDDED_H
#define TESSERA_PROGRAM_EMBEDDED_H

struct embedded_file {
    const char *path; /* below the folder it was embedded from */
    const char *text;
};

/* The kernels; ends with a row of NULLs. */
extern const struct embedded_file kernel_sources[];

#endif
