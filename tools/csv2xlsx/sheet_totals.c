#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "tools/csv2xlsx/sheet_totals.h"

struct sheet_totals_order {
	const char *sheet;
	bool found;
};

void
sheet_totals_add(struct sheet_totals *t, const char *sheet)
{
	t->all = t->all || !sheet;
	if (!sheet)
		return;
	ARRAY_PUSH(
	    t->order, t->n, &t->cap, (struct sheet_totals_order){sheet, false});
}

void
sheet_totals_free(struct sheet_totals *t)
{
	free(t->order);
}

bool
sheet_totals_wanted(struct sheet_totals *t, const char *sheet)
{
	bool wanted = t->all;

	for (size_t i = 0; i < t->n; i++)
		if (strcmp(t->order[i].sheet, sheet) == 0)
			wanted = t->order[i].found = true;
	return wanted;
}

const char *
sheet_totals_missing(const struct sheet_totals *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (!t->order[i].found)
			return t->order[i].sheet;
	return NULL;
}
