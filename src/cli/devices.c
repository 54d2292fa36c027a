/* tessera devices: where one can compute. */
#include "arguments.h"
#include "cli.h"

#include "tessera/device.h"
#include "tessera/mpi.h"

#include <stdio.h>

static const struct argument devices_arguments[] = {
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the list as JSON"},
};

const struct command_syntax devices_syntax = {
    "devices",
    "list the devices",
    "Lists the devices of this machine, the default first: what --device takes, and what it names. What "
    "cannot be used is listed with the reason. Behind them are the modules by which mpirun starts many processes that compute together.",
    devices_arguments,
    sizeof devices_arguments / sizeof devices_arguments[0],
    NULL,
};

static void print_device(const ts_device_info *device)
{
    printf("%-12s %s%s%s%s\n", device->selector, device->available ? "" : "(not available) ", device->name,
           *device->name && *device->note ? ": " : "", device->note);
}

/* What lets mpirun start many processes that compute together. */
static void print_module(const ts_mpi_module *module)
{
    if (*module->path)
        printf("%-12s %s: %s\n", "mpi", module->title, module->path);
    else
        printf("%-12s (not available) %s: Tessera was built without its mpicc\n", "mpi", module->title);
}

static void take_modules(json_t *rows)
{
    ts_mpi_module modules[8];
    const size_t count = ts_mpi_modules(modules, sizeof modules / sizeof modules[0]);
    for (size_t i = 0; i < count; i++) {
        const int available = *modules[i].path != 0;
        if (rows)
            json_array_append_new(rows, json_pack("{s:s, s:s, s:b, s:s}", "name", modules[i].name, "title",
                                                  modules[i].title, "available", available, "path",
                                                  modules[i].path));
        else
            print_module(&modules[i]);
    }
}

int command_devices(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &devices_syntax, argc, argv, &exit_status))
        return exit_status;
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    ts_device_info *list = NULL;
    size_t count = 0;
    const ts_status status = ts_device_list(context, &list, &count);
    json_t *rows = arguments_has(&arguments, "json") ? json_array() : NULL;
    if (status != TS_OK)
        exit_status = complain_of(context, status);
    for (size_t i = 0; status == TS_OK && i < count; i++) {
        if (rows)
            json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:b, s:s}", "selector", list[i].selector,
                                                  "name", list[i].name, "backend", list[i].backend,
                                                  "available", list[i].available, "note", list[i].note));
        else
            print_device(&list[i]);
    }
    json_t *modules = rows ? json_array() : NULL;
    take_modules(modules);
    if (rows && status == TS_OK) {
        exit_status = print_json(json_pack("{s:o, s:o}", "devices", rows, "mpi", modules));
    } else {
        json_decref(rows);
        json_decref(modules);
    }
    ts_device_list_destroy(&list);
    session_close(&context);
    return exit_status;
}
