#include "tools/trace-extract/record.h"

int
record_write(const struct record *r, struct tsvw *w, const struct kevent *e,
    int64_t number)
{
	int64_t ts;

	if (!select_has(r->selection, e))
		return 0;
	if (!(r->selection->all || kevent_usable(e)) ||
	    __builtin_sub_overflow(e->ts, r->base, &ts))
		return -1;
	rows_event(w, r->columns, e, number, ts);
	if (!r->open)
		rows_source(w, r->columns, r->rank, r->file);
	(void)!tsvw_end(w); /* the writer keeps the error */
	return 1;
}
