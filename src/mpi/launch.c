#include "mpi/launch.h"

#include "core/self.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const mpi_names[MPI_KINDS] = {"openmpi", "mpich"};
const char *const mpi_titles[MPI_KINDS] = {"Open MPI", "MPICH"};

/* The number in an environment variable; -1 where there is none. */
static int number(const char *variable)
{
    const char *text = getenv(variable);
    char *end;
    const long value = text ? strtol(text, &end, 10) : -1;
    return text && *text && !*end && value >= 0 && value <= INT_MAX ? (int)value : -1;
}

/* Variables that say which of how many a process is, and whose they are. Slurm's own come last: its steps set
 * them for programs without MPI too. */
static const struct row {
    const char *rank, *size, *launcher;
    enum mpi_kind kind;
} rows[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "Open MPI's mpirun", MPI_OPEN},
    {"PMI_RANK", "PMI_SIZE", "MPICH's mpirun or srun", MPI_MPICH},
    {"PMIX_RANK", "SLURM_STEP_NUM_TASKS", "a launcher with PMIx", MPI_OPEN},
};

struct mpi_launch mpi_launch_find(void)
{
    const char *wanted = getenv("TESSERA_MPI");
    struct mpi_launch launch = {.kind = MPI_NONE, .size = 1, .launcher = ""};
    if (wanted && !strcmp(wanted, "none"))
        return launch;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && launch.kind == MPI_NONE; ++i)
        if (number(rows[i].rank) >= 0) {
            const int size = number(rows[i].size);
            launch = (struct mpi_launch){.kind = rows[i].kind,
                                         .rank = number(rows[i].rank),
                                         .size = size > 0 ? size : 0,
                                         .launcher = rows[i].launcher};
        }
    if (launch.kind == MPI_NONE && number("SLURM_PROCID") >= 0 && number("SLURM_STEP_NUM_TASKS") > 1) {
        launch.rank = number("SLURM_PROCID");
        launch.size = number("SLURM_STEP_NUM_TASKS");
        launch.launcher = "srun";
        launch.wrong =
            "srun has started several processes that know nothing of each other: give it --mpi=pmix or "
            "--mpi=pmi2 (`srun --mpi=list` says which there are), or set TESSERA_MPI=none where each is to "
            "compute by itself.";
    }
    if (launch.size == 1)
        launch.kind = MPI_NONE;
    if (!wanted || !*wanted)
        return launch;
    for (int kind = 0; kind < MPI_KINDS; ++kind)
        if (!strcmp(wanted, mpi_names[kind])) {
            launch.kind = (enum mpi_kind)kind;
            launch.wrong = NULL;
            return launch;
        }
    launch.wrong = "TESSERA_MPI is openmpi, mpich or none, not what it is set to.";
    return launch;
}

ts_mpi_launch ts_mpi_launched(void)
{
    const struct mpi_launch found = mpi_launch_find();
    ts_mpi_launch launch = {.rank = found.rank, .size = found.size};
    snprintf(launch.launcher, sizeof launch.launcher, "%s", found.launcher);
    return launch;
}

/* Beside library or program in a build tree, beside an installed library, or where an installed program finds
 * it (MODULES_FROM_BIN, of CMakeLists.txt). */
int mpi_module_find(enum mpi_kind kind, char *path)
{
    static const char *const places[] = {"modules", "tessera", MODULES_FROM_BIN};
    char folder[PATH_MAX];
    if (!self_folder(folder))
        return 0;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i)
        if (snprintf(path, PATH_MAX, "%s/%s/tessera-%s.so", folder, places[i], mpi_names[kind]) < PATH_MAX &&
            access(path, R_OK) == 0)
            return 1;
    return 0;
}

size_t ts_mpi_modules(ts_mpi_module *modules, size_t room)
{
    char path[PATH_MAX];
    for (int kind = 0; kind < MPI_KINDS && modules && (size_t)kind < room; ++kind) {
        ts_mpi_module *module = &modules[kind];
        *module = (ts_mpi_module){.path = ""};
        snprintf(module->name, sizeof module->name, "%s", mpi_names[kind]);
        snprintf(module->title, sizeof module->title, "%s", mpi_titles[kind]);
        if (mpi_module_find((enum mpi_kind)kind, path))
            snprintf(module->path, sizeof module->path, "%.500s", path);
    }
    return MPI_KINDS;
}
