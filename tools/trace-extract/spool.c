#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-extract/spool.h"

struct spool {
	FILE *file;
	struct tsvw rows;
	char *line;
	size_t cap;
};

struct spool *
spool_new(void)
{
	struct spool *s = xmalloc(sizeof *s);

	s->line = NULL;
	s->cap = 0;
	s->file = tmpfile();
	if (!s->file) {
		free(s);
		return NULL;
	}
	tsvw_init(&s->rows, fileno(s->file));
	return s;
}

void
spool_free(struct spool *s)
{
	if (!s)
		return;
	fclose(s->file);
	free(s->line);
	free(s);
}

struct tsvw *
spool_rows(struct spool *s)
{
	return &s->rows;
}

int
spool_rewind(struct spool *s)
{
	if (tsvw_flush(&s->rows)) {
		errno = s->rows.error;
		return -1;
	}
	return fseek(s->file, 0, SEEK_SET) ? -1 : 0;
}

int
spool_next(struct spool *s, struct span *record)
{
	ssize_t n = getline(&s->line, &s->cap, s->file);

	if (n <= 0) /* getline fails without memory, too */
		return feof(s->file) ? 0 : -1;
	*record = (struct span){s->line, (size_t)n - 1};
	return 1;
}
