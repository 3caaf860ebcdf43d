/*
 * group - the kind of work of a row, for its colour.
 */
#ifndef TRACE_PLOT_GROUP_H
#define TRACE_PLOT_GROUP_H

#include "tools/trace-plot/plot.h"

enum { GROUP_COLUMNS = 3, GROUPS_MOST = 32 };

/* The columns of a row's label; they stand together among a kind's wishes. */
#define GROUP_WISHES                                                  \
	{"family", FRAME_TEXT, NULL}, {"category", FRAME_TEXT, NULL}, \
	{                                                             \
		"name|cpu_op", FRAME_TEXT, NULL                       \
	}

/* Has the table one of these, the first of which is `column`? */
bool group_is_known(const struct frame *, size_t column);

/*
 * The group of the palette: that of the family if there is one, of the
 * category, or of what the rules know of the name.
 */
__attribute__((warn_unused_result)) int group_of(struct plot *,
    const struct frame *, const union cell *row, size_t column, size_t *group);

/* Makes room for what is known of texts. */
void group_open(struct plot *);
void group_close(struct plot *);

#endif
