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
	rest = scan_skip_blanks(rest);
	if (rc == 1)
		rc = take(&rest, ":");
	if (rc == 1)
		*s = rest;
	return rc;
}

/* The same with one of n keys. */
static int
take_any_key(struct span *s, const char *const *keys, size_t n)
{
	int answer = 0;

	for (size_t i = 0; i < n; i++) {
		int rc = take_key(s, keys[i]);

		if (rc == 1)
			return 1;
		if (rc < 0)
			answer = -1;
	}
	return answer;
}

/* An object whose first key is one of those: 1, 0 or -1. */
static int
is_object(struct span s, const char *const *keys, size_t n)
{
	if (take(&s, "{") != 1)
		return 0;
	s = scan_skip_blanks(s);
	return take_any_key(&s, keys, n);
}

int
resync_event(struct span s, char before)
{
	static const char *const keys[] = {"ph", "name", "cat", "ts", "pid",
	    "tid", "dur", "id", "args", "bp", "s"};

	return is_object(s, keys, before == ':' ? 1 : COUNT(keys));
}

int
resync_flight_recorder(struct span s, char before)
{
	static const char *const first[] = {"collective_seq_id", "frames",
	    "record_id", "pg_id", "process_group"};
	static const char *const members[] = {"pg_config", "pg_status"};

	if (s.n && *s.p == '"')
		return before == ',' ? take_any_key(&s, members, 2) : 0;
	return before == ':' ? 0 : is_object(s, first, COUNT(first));
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
	s = scan_skip_blanks(s);
	return take(&s, "[");
}

/* The member of a process that is a table or holds records. */
static int
is_rocprof_table(struct span s, char before)
{
	static const char *const keys[] = {
	    "agents", "kernel_symbols", "buffer_records", "strings"};
	int rc;

	if (before != ',' && before != '{')
		return 0;
	rc = take_any_key(&s, keys, COUNT(keys));
	s = scan_skip_blanks(s);
	return rc == 1 && s.n ? *s.p == '[' || *s.p == '{' : -(rc != 0);
}

/* That, or an item of a list, which is not a member's value. */
static int
is_rocprof(struct span s, char before, const char *key)
{
	if (s.n && *s.p == '"')
		return is_rocprof_table(s, before);
	return before == ':' ? 0 : is_object(s, &key, 1);
}

int
resync_rocprof_record(struct span s, char before)
{
	return is_rocprof(s, before, "size");
}

int
resync_rocprof_kind(struct span s, char before)
{
	return is_rocprof(s, before, "kind");
}
