/*
 * record - from an event to its line, or to none.
 */
#ifndef RECORD_H
#define RECORD_H

#include "tools/trace-extract/rows.h"
#include "tools/trace-extract/select.h"

/* What is the same for all events of a file. */
struct record {
	const struct selection *selection;
	const struct columns *columns;
	int64_t base;           /* ns, subtracted from each time */
	struct span rank, file; /* of the last columns */
	bool open;              /* leave them out: they are written later */
};

/*
 * Writes the record of an event that is selected; `number` is its place in
 * traceEvents. Returns 1, 0 when it is not selected, -1 when it is but cannot
 * be used: a kernel, copy or memset that is not complete, a time out of range.
 */
int record_write(const struct record *, struct tsvw *, const struct kevent *,
    int64_t number);

#endif
