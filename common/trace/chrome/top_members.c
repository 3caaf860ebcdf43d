#include "common/json/jsontext.h"
#include "common/meaning/spelling.h"
#include "common/trace/chrome/kineto.h"

enum { MISSPELT = 2 }; /* bytes of a key: one that was damaged, or lost */

/* The value after a key and its colon, by its first byte. */
static int
read_value(struct kineto *k, char first)
{
	struct span key = buf_span(&k->key), value;
	struct span events = span_of("traceEvents");

	if (first == '[' && spelling_distance(key, events) <= MISSPELT) {
		jsonin_skip(&k->j, 1);
		kineto_enter_events(k, span_equal(key, events));
		return 0;
	}
	switch (jsonin_value(&k->j, &value)) {
	case JSONIN_WHOLE:
		members_add(&k->r.members, key, value);
		jsonin_skip(&k->j, value.n);
		return 0;
	case JSONIN_TOO_LONG:
		return 0;
	case JSONIN_BROKEN:
		return kineto_leave_broken(k);
	case JSONIN_CUT:
		return kineto_stop(k, 0, "cut off beside traceEvents");
	default:
		return kineto_stop(k, -1, NULL);
	}
}

static int
read_key(struct kineto *k)
{
	struct span key;
	char c;
	int got;

	switch (jsonin_value(&k->j, &key)) {
	case JSONIN_WHOLE:
		break;
	case JSONIN_CUT:
		return kineto_stop(k, 0, "cut off inside a key");
	case JSONIN_FAILED:
		return kineto_stop(k, -1, NULL);
	default:
		return kineto_leave_broken(k);
	}
	k->key.n = 0;
	json_add_text(&k->key, key);
	jsonin_skip(&k->j, key.n);
	got = jsonin_peek(&k->j, &c);
	if (got == 1 && c != ':')
		return kineto_leave_broken(k);
	if (got == 1)
		got = jsonin_colon(&k->j, &c);
	return got == 1 ? read_value(k, c)
			: kineto_stop(k, got, "cut off beside traceEvents");
}

int
kineto_read_member(struct kineto *k)
{
	char c;
	int got = jsonin_peek(&k->j, &c);

	if (got <= 0)
		return kineto_stop(
		    k, got, "cut off: the outermost object does not end");
	if (c == '"')
		return read_key(k);
	if (c != ',' && c != '}')
		return kineto_leave_broken(k);
	jsonin_skip(&k->j, 1);
	if (c == '}')
		k->place = KINETO_OUTSIDE;
	return 0;
}
