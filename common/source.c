#include "common/source.h"

int
source_open(
    struct source *s, const char *path, const struct span *args, size_t n)
{
	*s = (struct source){kineto_open(path), kreader_new(args, n), NULL};
	return s->kineto && s->reader ? 0 : -1;
}

void
source_close(struct source *s)
{
	kineto_close(s->kineto);
	kreader_free(s->reader);
}

/* Reads the fields of an event: 1, 0 when it is lost, -1 failed. */
static int
read_fields(struct source *s, struct span object, struct kevent *e)
{
	int rc = kreader_quick(s->reader, object, e);

	if (rc && !kineto_candidate(s->kineto))
		return 0;
	if (rc == KREADER_ODD) {
		int sound = kineto_check(s->kineto, &object);

		if (sound <= 0)
			return sound;
		rc = kreader_read(s->reader, object, e);
	}
	if (rc == JSON_UNREADABLE)
		kineto_lose(s->kineto);
	if (rc == JSON_NO_MEMORY)
		s->error = "out of memory";
	return rc == 0 ? 1 : rc == JSON_UNREADABLE ? 0 : -1;
}

int
source_next(struct source *s, struct kevent *e)
{
	struct span object;

	for (;;) {
		int got = kineto_next(s->kineto, &object);

		if (got > 0) {
			got = read_fields(s, object, e);
			if (got == 0)
				continue;
		}
		if (got < 0 && !s->error)
			s->error = kineto_error(s->kineto);
		return got;
	}
}
