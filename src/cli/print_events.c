#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { WEIGHTS_SHOWN = 12 };

static const char *const fault_names[TS_FAULTS] = {"momentum", "masses", "colour lines", "weights",
                                                   "processes"};

void print_particles(const ts_event_particle *particles, size_t count)
{
    printf("%3s %9s %6s %9s %11s %14s %14s %14s %14s %11s %5s\n", "", "particle", "status", "mothers",
           "colours", "E [GeV]", "px", "py", "pz", "m", "hel");
    for (size_t i = 0; i < count; i++) {
        const ts_event_particle *p = &particles[i];
        char mothers[32], colours[32], helicity[16] = "?";
        snprintf(mothers, sizeof mothers, "%d %d", p->mothers[0], p->mothers[1]);
        snprintf(colours, sizeof colours, "%d %d", p->colours[0], p->colours[1]);
        if (fabs(p->helicity) < 9)
            snprintf(helicity, sizeof helicity, "%+g", p->helicity);
        printf("%3zu %9d %6d %9s %11s %14.8g %14.8g %14.8g %14.8g %11.6g %5s\n", i + 1, p->pdg, p->status,
               mothers, colours, p->e, p->x, p->y, p->z, p->mass, helicity);
    }
}

static const ts_event_process *process_of(const ts_event_head *head, int number)
{
    for (size_t i = 0; i < head->process_count; i++)
        if (head->processes[i].number == number)
            return &head->processes[i];
    return NULL;
}

void print_event(const ts_event_head *head, const ts_event *event)
{
    const ts_event_process *process = process_of(head, event->process);
    printf("event          %" PRIu64 " of the file", event->place);
    if (event->line)
        printf(", line %" PRIu64, event->line);
    if (event->numbered)
        printf("; number %" PRIu64 " of its run", event->number);
    printf("\nprocess        %d%s%s\n", event->process, process && process->name[0] ? ", " : "",
           process ? process->name : "");
    printf("weight         %.10g", event->weight);
    if (event->trials != 1)
        printf(", after %.10g trials", event->trials);
    if (event->scale > 0)
        printf("\nscale          %.8g GeV", event->scale);
    if (event->alpha > 0 || event->alpha_s > 0)
        printf("\ncouplings      alpha %.8g, alpha_s %.8g", event->alpha, event->alpha_s);
    for (size_t i = 0; i < head->weight_count; i++)
        printf("\n%s%s %.10g", i ? "               " : "variations     ", head->weight_names[i],
               event->weights[i]);
    puts("");
    print_particles(event->particles, event->particle_count);
}

static void print_section(const ts_event_head *head, const ts_event_survey *survey)
{
    if (isfinite(head->cross_section))
        printf("cross section  %.6g +- %.2g pb in the head\n", head->cross_section, head->error);
    if (isfinite(survey->cross_section))
        printf("               %.6g +- %.2g pb from the weights\n", survey->cross_section, survey->error);
}

static void print_processes(const ts_event_head *head, const ts_event_survey *survey)
{
    for (size_t i = 0; i < head->process_count; i++) {
        const ts_event_process *process = &head->processes[i];
        printf("%s%3d  %-28s %10" PRIu64 " events  %12.5g +- %.2g pb\n",
               i ? "               " : "processes      ", process->number, process->name,
               survey->shares[i].events, process->cross_section, process->error);
    }
}

static void print_weights(const ts_event_head *head, const ts_event_survey *survey)
{
    const double n = (double)survey->events;
    if (!survey->events)
        return;
    printf("weights        sum %.8g, mean %.8g; sizes from %.6g to %.6g\n", survey->sum_w, survey->sum_w / n,
           survey->smallest, survey->largest);
    if (2 * survey->common > survey->events)
        printf("               %" PRIu64 " events of the same weight, %" PRIu64
               " above it (%.2g times at most)\n",
               survey->common, survey->events - survey->common, survey->largest / survey->smallest);
    if (survey->negative)
        printf("               %" PRIu64 " below zero\n", survey->negative);
    if (survey->sum_trials != n)
        printf("trials         %.10g, of which %.3g %% are kept\n", survey->sum_trials,
               100 * n / survey->sum_trials);
    for (size_t i = 0; i < head->weight_count && i < WEIGHTS_SHOWN; i++)
        printf("%s%s: %.6g times the nominal\n", i ? "               " : "variations     ",
               head->weight_names[i], survey->sums[i] / survey->sum_w);
    if (head->weight_count > WEIGHTS_SHOWN)
        printf("               and %zu more\n", head->weight_count - WEIGHTS_SHOWN);
}

void print_survey(const char *path, const ts_event_head *head, const ts_event_survey *survey)
{
    printf("file           %s: %s%s%s%s%s\n", clean(path).text, head->format, head->version[0] ? " " : "",
           head->version, head->generator[0] ? ", by " : "", head->generator);
    if (head->beams[0])
        printf("beams          %d of %.6g GeV, %d of %.6g GeV\n", head->beams[0], head->energies[0],
               head->beams[1], head->energies[1]);
    if (head->density_sets[0])
        printf("densities      %d, %d of LHAPDF's\n", head->density_sets[0], head->density_sets[1]);
    print_processes(head, survey);
    printf("events         %" PRIu64, survey->events);
    if (survey->particles_least < survey->particles_most)
        printf(", of %zu to %zu particles", survey->particles_least, survey->particles_most);
    else if (survey->events)
        printf(" of %zu particles", survey->particles_most);
    puts("");
    print_section(head, survey);
    print_weights(head, survey);
}

void print_faults(const ts_event_survey *survey)
{
    for (int i = 0; i < TS_FAULTS; i++) {
        const ts_event_fault *fault = &survey->faults[i];
        printf("%s%-13s", i ? "               " : "checked        ", fault_names[i]);
        if (fault->count)
            printf(" wrong in %" PRIu64 " events, the first is event %" PRIu64 ": %s\n", fault->count,
                   fault->first, fault->sentence);
        else if (i == TS_FAULT_MOMENTUM)
            printf(" kept to %.2g\n", survey->worst_momentum);
        else if (i == TS_FAULT_MASS)
            printf(" kept to %.2g of E^2\n", survey->worst_mass);
        else
            puts(" right");
    }
    printf("               %-13s %s\n", "sums", survey->sums_agree ? "right" : survey->sums_sentence);
}

int survey_faults(const ts_event_survey *survey)
{
    int count = !survey->sums_agree;
    for (int i = 0; i < TS_FAULTS; i++)
        count += survey->faults[i].count > 0;
    return count;
}

/* A text of a file as JSON; of bytes that are no UTF-8, those beyond ASCII become question marks. */
static json_t *json_text(const char *text)
{
    char shown[1100]; /* names of weights have up to 1024 bytes */
    json_t *whole = json_string(text);
    if (whole)
        return whole;
    snprintf(shown, sizeof shown, "%s", text);
    for (char *at = shown; *at; ++at)
        if ((unsigned char)*at >= 0x80)
            *at = '?';
    return json_string(shown);
}

/* A number under a name of the file. */
static void set_number(json_t *object, const char *name, double number)
{
    json_t *key = json_text(name);
    json_object_set_new(object, json_string_value(key), json_number_or_null(number));
    json_decref(key);
}

json_t *particles_json(const ts_event_particle *particles, size_t count)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < count; i++) {
        const ts_event_particle *p = &particles[i];
        json_array_append_new(rows,
                              json_pack("{s:i, s:i, s:[i, i], s:[i, i], s:[f, f, f, f], s:f, s:o}", "pdg",
                                        p->pdg, "status", p->status, "mothers", p->mothers[0], p->mothers[1],
                                        "colours", p->colours[0], p->colours[1], "momentum", p->e, p->x, p->y,
                                        p->z, "mass", p->mass, "helicity",
                                        json_number_or_null(fabs(p->helicity) < 9 ? p->helicity : NAN)));
    }
    return rows;
}

json_t *event_json(const ts_event_head *head, const ts_event *event)
{
    json_t *weights = json_object();
    for (size_t i = 0; i < head->weight_count; i++)
        set_number(weights, head->weight_names[i], event->weights[i]);
    json_t *row = json_pack("{s:I, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "place",
                            (json_int_t)event->place, "process", event->process, "weight",
                            json_number_or_null(event->weight), "trials", json_number_or_null(event->trials),
                            "scale", json_number_or_null(event->scale), "alpha",
                            json_number_or_null(event->alpha), "alpha_s", json_number_or_null(event->alpha_s),
                            "variations", weights, "particles",
                            particles_json(event->particles, event->particle_count));
    if (row && event->numbered)
        json_object_set_new(row, "number", json_integer((json_int_t)event->number));
    return row;
}

static json_t *faults_json(const ts_event_survey *survey)
{
    json_t *rows = json_object();
    for (int i = 0; i < TS_FAULTS; i++) {
        const ts_event_fault *fault = &survey->faults[i];
        json_object_set_new(rows, fault_names[i],
                            fault->count
                                ? json_pack("{s:I, s:I, s:o}", "events", (json_int_t)fault->count, "first",
                                            (json_int_t)fault->first, "what", json_text(fault->sentence))
                                : json_pack("{s:i}", "events", 0));
    }
    return json_pack("{s:b, s:o, s:o, s:o, s:b, s:o}", "right", survey_faults(survey) == 0, "worst_momentum",
                     json_number_or_null(survey->worst_momentum), "worst_mass",
                     json_number_or_null(survey->worst_mass), "faults", rows, "sums_agree",
                     survey->sums_agree, "sums", json_text(survey->sums_sentence));
}

static json_t *section_json(double value, double error)
{
    return isfinite(value) ? json_pack("{s:f, s:o, s:s}", "value", value, "error", json_number_or_null(error),
                                       "unit", "pb")
                           : json_null();
}

json_t *survey_json(const ts_event_head *head, const ts_event_survey *survey, int check)
{
    json_t *processes = json_array(), *variations = json_object();
    for (size_t i = 0; i < head->process_count; i++)
        json_array_append_new(processes,
                              json_pack("{s:i, s:o, s:o, s:o, s:I, s:o}", "number", head->processes[i].number,
                                        "process", json_text(head->processes[i].name), "cross_section",
                                        json_number_or_null(head->processes[i].cross_section), "error",
                                        json_number_or_null(head->processes[i].error), "events",
                                        (json_int_t)survey->shares[i].events, "sum_of_weights",
                                        json_number_or_null(survey->shares[i].sum_w)));
    for (size_t i = 0; i < head->weight_count; i++)
        set_number(variations, head->weight_names[i], survey->sums[i]);
    json_t *weights = json_pack("{s:o, s:o, s:o, s:o, s:I, s:I}", "sum", json_number_or_null(survey->sum_w),
                                "sum_of_squares", json_number_or_null(survey->sum_w2), "smallest",
                                json_number_or_null(survey->smallest), "largest",
                                json_number_or_null(survey->largest), "equal", (json_int_t)survey->common,
                                "negative", (json_int_t)survey->negative);
    json_t *root = json_pack(
        "{s:s, s:o, s:o, s:[i, i], s:[o, o], s:[i, i], s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "format",
        head->format, "version", json_text(head->version), "generator", json_text(head->generator), "beams",
        head->beams[0], head->beams[1], "energies", json_number_or_null(head->energies[0]),
        json_number_or_null(head->energies[1]), "density_sets", head->density_sets[0], head->density_sets[1],
        "events", (json_int_t)survey->events, "trials", json_number_or_null(survey->sum_trials),
        "cross_section", section_json(head->cross_section, head->error), "cross_section_of_weights",
        section_json(survey->cross_section, survey->error), "weights", weights, "variations", variations,
        "processes", processes);
    if (root && check)
        json_object_set_new(root, "check", faults_json(survey));
    return root;
}
