/* How the page looks: one style sheet for light, dark, phone and paper. */
#ifndef CACHESTAIR_PLOT_PAGE_STYLE_H
#define CACHESTAIR_PLOT_PAGE_STYLE_H

/* Its lines; NULL after the last. */
extern const char *const page_style[];

#endif
