#include "common/json/resync.h"
#include "common/json/scan.h"

/* Skips a literal if the bytes begin with it: 1, 0, or -1 if they are short. */
static int
take(struct span *s, const char *literal)
{
	size_t n = strlen(literal), common = s->n < n ? s->n : n;

	if (common && memcmp(s->p, literal, common) != 0)
		return 0;
	if (common < n)
		return -1;
	s->p += n;
	s->n -= n;
	return 1;
}

static void
take_blanks(struct span *s)
{
	while (s->n && scan_blank(*s->p)) {
		s->p++;
		s->n--;
	}
}

/* Skips `"KEY"`, blanks and a colon: 1, 0 or -1. */
static int
take_key(struct span *s, const char *key)
{
	struct span rest = *s;
	int rc = take(&rest, "\"");

	if (rc == 1)
		rc = take(&rest, key);
	if (rc == 1)
		rc = take(&rest, "\"");
	take_blanks(&rest);
	if (rc == 1)
		rc = take(&rest, ":");
	if (rc == 1)
		*s = rest;
	return rc;
}

int
resync_event(struct span s, char before)
{
	static const char *const keys[] = {"ph", "name", "cat", "ts", "pid",
	    "tid", "dur", "id", "args", "bp", "s"};
	int answer = 0;

	if (before != '}' && before != ',' && before != '[')
		return 0;
	if (take(&s, "{") != 1)
		return 0;
	take_blanks(&s);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		struct span rest = s;
		int rc = take_key(&rest, keys[i]);

		if (rc == 1)
			return 1;
		if (rc < 0)
			answer = -1;
	}
	return answer;
}

int
resync_trace_events(struct span s, char before)
{
	int rc = take_key(&s, "traceEvents");

	(void)before;
	if (rc != 1)
		return rc;
	take_blanks(&s);
	return take(&s, "[");
}

int
resync_rocprof_record(struct span s, char before)
{
	if (before != ',' && before != '[')
		return 0;
	if (take(&s, "{") != 1)
		return 0;
	take_blanks(&s);
	return take(&s, "\"size\"");
}
