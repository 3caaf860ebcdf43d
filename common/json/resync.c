#include "common/json/resync.h"
#include "common/json/repair.h"
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
	*s = span_cut(*s, n, s->n);
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

/* One of n keys: 1, 0 or -1. */
static int
is_key(struct span s, const char *const *keys, size_t n)
{
	int answer = 0;

	for (size_t i = 0; i < n; i++) {
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
resync_event(struct span s, char before)
{
	static const char *const keys[] = {"ph", "name", "cat", "ts", "pid",
	    "tid", "dur", "id", "args", "bp", "s"};

	if (take(&s, "{") != 1)
		return 0;
	take_blanks(&s);
	return is_key(s, keys, before == ':' ? 1 : sizeof keys / sizeof *keys);
}

int
resync_flight_recorder(struct span s, char before)
{
	static const char *const first[] = {"collective_seq_id", "frames",
	    "record_id", "pg_id", "process_group"};
	static const char *const members[] = {"pg_config", "pg_status"};

	if (s.n && *s.p == '"')
		return before == ',' ? is_key(s, members, 2) : 0;
	if (before == ':' || take(&s, "{") != 1)
		return 0;
	take_blanks(&s);
	return is_key(s, first, sizeof first / sizeof *first);
}

/* Is `ph` among the object's own keys? 1, 0 or -1. */
static int
has_ph(struct span s)
{
	int depth = 0;

	for (size_t i = 0; i < s.n; i++) {
		struct span rest = span_cut(s, i, s.n), key = rest;

		switch (s.p[i]) {
		case '"':
			if (depth == 1 && take_key(&key, "ph") == 1)
				return 1;
			i += json_string_length(rest) - 1;
			break;
		case '{':
		case '[':
			depth++;
			break;
		case '}':
		case ']':
			if (--depth == 0)
				return 0;
		}
	}
	return -1;
}

int
resync_outside(struct span s, char before)
{
	int rc;

	if (s.n && *s.p == '{') {
		rc = resync_event(s, before);
		return rc == 1 ? has_ph(s) : rc;
	}
	rc = take_key(&s, "traceEvents");
	if (rc != 1)
		return rc;
	take_blanks(&s);
	return take(&s, "[");
}

/* An object whose first key is that one, in a list: not a member's value. */
static int
is_item(struct span s, char before, const char *key)
{
	if (before == ':' || take(&s, "{") != 1)
		return 0;
	take_blanks(&s);
	return take(&s, key);
}

/* The member of a process that is a table or holds records. */
static int
is_rocprof_table(struct span s, char before)
{
	static const char *const keys[] = {
	    "agents", "kernel_symbols", "buffer_records", "strings"};
	int answer = 0;

	if (before != ',' && before != '{')
		return 0;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		struct span rest = s;
		int rc = take_key(&rest, keys[i]);

		take_blanks(&rest);
		if (rc == 1 && rest.n)
			return *rest.p == '[' || *rest.p == '{';
		if (rc)
			answer = -1;
	}
	return answer;
}

int
resync_rocprof_record(struct span s, char before)
{
	return s.n && *s.p == '"' ? is_rocprof_table(s, before)
				  : is_item(s, before, "\"size\"");
}

int
resync_rocprof_kind(struct span s, char before)
{
	return s.n && *s.p == '"' ? is_rocprof_table(s, before)
				  : is_item(s, before, "\"kind\"");
}
