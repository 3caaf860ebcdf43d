/*
 * width - how wide a table may be when --width does not say it.
 */
#ifndef TSV2TXT_WIDTH_H
#define TSV2TXT_WIDTH_H

#include <stddef.h>

enum { WIDTH_MOST = 1000000 }; /* that --width takes */

/*
 * The columns of the terminal that is standard output, by the system, else by
 * $COLUMNS, else 80. Where standard output is no terminal: $COLUMNS, else 120.
 */
size_t width_default(void);

#endif
