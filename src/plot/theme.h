/* Colours and styles of pictures and pages. Every text has a contrast of 4.5 to 1 and more, every line one of
 * 3 to 1 (WCAG 2.1, AA), in light and dark; tests/program/check_page.py measures it. */
#ifndef TESSERA_PLOT_THEME_H
#define TESSERA_PLOT_THEME_H

#include "program/source.h"

/* The <style> of a picture that stands alone, in light colours. */
void theme_of_picture(struct source *svg);

/* The <style> of a page: light or dark as the reader's system is, light on paper. */
void theme_of_page(struct source *html);

#endif
