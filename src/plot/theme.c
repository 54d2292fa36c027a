#include "plot/svg.h"

#include <stdio.h>

enum colour { BACK, PANEL, TEXT, QUIET, AXIS, FAINT, GOOD, BAD, SERIES, SERIES_END = SERIES + 8 };

static const struct {
    const char *name, *light, *dark;
} colours[SERIES_END] = {
    [BACK] = {"back", "#ffffff", "#14171c"},     [PANEL] = {"panel", "#f4f6f8", "#1d2229"},
    [TEXT] = {"text", "#1b1f24", "#e6e9ed"},     [QUIET] = {"quiet", "#57606a", "#a3acb7"},
    [AXIS] = {"axis", "#3d444d", "#b9c1cb"},     [FAINT] = {"faint", "#e2e6ea", "#2c333c"},
    [GOOD] = {"good", "#0a6640", "#57d9a3"},     [BAD] = {"bad", "#a3200d", "#ff9a8a"},
    [SERIES] = {"s0", "#0b5fa5", "#6db3f2"},     [SERIES + 1] = {"s1", "#b3470b", "#ff9d5c"},
    [SERIES + 2] = {"s2", "#00704f", "#4fd1a5"}, [SERIES + 3] = {"s3", "#84318a", "#e08ee3"},
    [SERIES + 4] = {"s4", "#6a5700", "#d8c04a"}, [SERIES + 5] = {"s5", "#a3163f", "#ff8fa8"},
    [SERIES + 6] = {"s6", "#1d6a70", "#7fd0d6"}, [SERIES + 7] = {"s7", "#444444", "#cccccc"},
};

/* What a class of a picture paints with a colour, and the rest of its style. */
static const struct {
    const char *selector, *paints;
    enum colour colour;
    const char *rest;
} rules[] = {
    {"text", "fill", TEXT, "font:12px system-ui,'DejaVu Sans',sans-serif"},
    {".title", "fill", TEXT, "font-weight:600;font-size:14px"},
    {".tick", "fill", QUIET, "font-size:11.5px"},
    {".power", "fill", QUIET, "font-size:9px"},
    {".frame", "stroke", AXIS, "fill:none"},
    {".grid", "stroke", FAINT, "fill:none"},
    {".band", "fill", FAINT, "stroke:none"},
    {".mean", "stroke", AXIS, "stroke-dasharray:5 4"},
    {".dot", "fill", SERIES, "stroke:none"},
    {".ring", "stroke", SERIES, "fill:none"},
};

/* The rules of pictures, whose colours are those of light, or names where `by_name`. */
static void write_rules(struct source *text, int by_name)
{
    char name[32];
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
        const enum colour colour = rules[i].colour;
        snprintf(name, sizeof name, "var(--%s)", colours[colour].name);
        source_append(text, ".picture %s{%s:%s;%s}\n", rules[i].selector, rules[i].paints,
                      by_name ? name : colours[colour].light, rules[i].rest);
    }
    for (int i = SERIES; i < SERIES_END; ++i) {
        snprintf(name, sizeof name, "var(--%s)", colours[i].name);
        source_append(text, ".picture .s%d{stroke:%s;fill:none}\n", i - SERIES,
                      by_name ? name : colours[i].light);
    }
    for (int i = SERIES; i < SERIES_END; ++i) {
        snprintf(name, sizeof name, "var(--%s)", colours[i].name);
        source_append(text, ".picture .scales.s%d,.picture .weights.s%d{fill:%s}\n", i - SERIES, i - SERIES,
                      by_name ? name : colours[i].light);
    }
    source_append(
        text,
        ".picture .series{stroke-width:1.6}\n.picture .error{stroke-width:1}\n"
        ".picture .scales{fill-opacity:.25;stroke:none}\n.picture .weights{fill-opacity:.4;stroke:none}\n"
        ".picture .densities{stroke-width:1;stroke-opacity:.6}\n");
}

static void write_names(struct source *html, int dark)
{
    for (int i = 0; i < SERIES_END; ++i)
        source_append(html, "--%s:%s;", colours[i].name, dark ? colours[i].dark : colours[i].light);
}

void theme_of_picture(struct source *svg)
{
    source_append(svg, "<style>\n");
    write_rules(svg, 0);
    source_append(svg, "</style>\n");
}

void theme_of_page(struct source *html)
{
    source_append(html, "<style>\n:root{color-scheme:light dark;");
    write_names(html, 0);
    source_append(html, "}\n@media screen and (prefers-color-scheme:dark){:root{");
    write_names(html, 1);
    source_append(html, "}}\n");
    write_rules(html, 1);
    source_append(
        html, "%s",
        "*{box-sizing:border-box}\n"
        "body{margin:0 auto;max-width:1200px;padding:1rem;background:var(--back);color:var(--text);"
        "font:16px/1.45 system-ui,sans-serif}\n"
        "h1{font-size:1.5rem;margin:.2rem 0;overflow-wrap:anywhere}h2{font-size:1.15rem;margin:2rem 0 .6rem}\n"
        "p{margin:.4rem 0}.quiet{color:var(--quiet)}.good{color:var(--good)}.bad{color:var(--bad)}\n"
        ".value{font-size:1.6rem;font-weight:600;margin:.3rem 0}\n"
        ".pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1rem}\n"
        "figure{margin:0;background:var(--back);border:1px solid var(--faint);border-radius:6px;padding:.5rem;"
        "break-inside:avoid;max-width:40rem}\n"
        ".picture{display:block;width:100%;height:auto}\n"
        ".scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
        "th,td{text-align:left;padding:.15rem .9rem .15rem 0;border-bottom:1px solid var(--faint)}"
        "td.n,th.n{text-align:right}\n"
        "td .bar{display:block;height:.7rem;background:var(--s0);min-width:1px}td.wide{width:40%;min-width:6rem}\n"
        ".named td:first-child{white-space:nowrap}\n@media(max-width:30rem){.named .wide{display:none}}\n"
        "@media screen and (max-width:30rem){.picture text,.picture .tick{font-size:14px}"
        ".picture .power{font-size:11px}}\n"
        "summary{cursor:pointer;color:var(--quiet);padding:.3rem 0}details table{font-size:.85rem}\n"
        "pre{background:var(--panel);padding:.8rem;border-radius:6px;overflow-x:auto;font-size:.9rem}\n"
        "@media print{body{max-width:none}details:not(.printed){display:none}\n"
        ".printed::details-content{content-visibility:visible}}\n"
        "</style>\n");
}
