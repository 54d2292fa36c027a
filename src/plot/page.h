/* Pages: what a browser shows without a network. */
#ifndef TESSERA_PLOT_PAGE_H
#define TESSERA_PLOT_PAGE_H

#include "plot/pictures.h"

/* Begins a page with this title; page_end() ends it. */
void page_begin(struct source *html, const char *title);
void page_end(struct source *html);

void page_heading(struct source *html, const char *text);

/* A text between tags: page_text(html, "<p>", text, "</p>"). */
void page_text(struct source *html, const char *before, const char *text, const char *after);

/* The picture of a histogram with its numbers below, folded away. */
void page_histogram(struct source *html, int number, const struct histogram_picture *picture);

/* A number with as many digits as its error leaves it, two of the error: 49.39 and 0.21. */
struct page_estimate {
    char value[32], error[32];
};
struct page_estimate page_estimate_of(double value, double error);

#endif
