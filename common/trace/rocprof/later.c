#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/temporary.h"
#include "common/trace/rocprof/later.h"

struct rocprof_later {
	struct temporary temporary;
	FILE *file; /* that file; NULL until a record comes */
	size_t records;
	bool taking;
	struct buf text;
};

struct rocprof_later *
rocprof_later_new(void)
{
	return xcalloc(1, sizeof(struct rocprof_later));
}

void
rocprof_later_free(struct rocprof_later *l)
{
	if (!l)
		return;
	if (l->file) {
		temporary_close(&l->temporary);
		fclose(l->file);
	}
	buf_free(&l->text);
	free(l);
}

static int
open_file(struct rocprof_later *l)
{
	if (temporary_scratch(&l->temporary) == 0)
		l->file = fdopen(l->temporary.fd, "w+");
	if (!l->file) {
		temporary_close(&l->temporary);
		return -1;
	}
	l->temporary.fd = -1; /* it is the stream's */
	return 0;
}

int
rocprof_later_add(struct rocprof_later *l, struct span record)
{
	if (!l->file && open_file(l))
		return -1;
	if (fwrite(&record.n, sizeof record.n, 1, l->file) != 1 ||
	    fwrite(record.p, 1, record.n, l->file) != record.n)
		return -1;
	l->records++;
	return 0;
}

/* At the first of the records, or where the first one is to come. */
static int
rewind_file(struct rocprof_later *l)
{
	return fseek(l->file, 0, SEEK_SET) ? -1 : 0;
}

int
rocprof_later_take(struct rocprof_later *l, struct span *record)
{
	size_t n;

	if (l->records == 0)
		return 0;
	if (!l->taking && rewind_file(l))
		return -1;
	l->taking = true;
	l->text.n = 0;
	if (fread(&n, sizeof n, 1, l->file) != 1)
		return -1;
	buf_reserve(&l->text, n);
	if (fread(l->text.p, 1, n, l->file) != n)
		return -1;
	*record = (struct span){l->text.p, n};
	if (--l->records > 0)
		return 1;
	l->taking = false;
	return rewind_file(l) ? -1 : 1;
}

bool
rocprof_later_has(const struct rocprof_later *l)
{
	return l->records > 0;
}
