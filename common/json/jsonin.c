#include "common/json/jsonin.h"

#ifndef JSONIN_CHUNK /* tests make it small */
#define JSONIN_CHUNK (256 * 1024)
#endif

enum { CHUNK = JSONIN_CHUNK, LOOK_AHEAD = 4096 };

void
jsonin_open(struct jsonin *j, struct input *in, size_t longest)
{
	*j = (struct jsonin){
	    .in = in, .longest = longest, .broken = -1, .enough = INT64_MAX};
	buf_reserve(&j->buf, CHUNK + JSONIN_PAD);
}

void
jsonin_close(struct jsonin *j)
{
	buf_free(&j->buf);
}

int
jsonin_seek(struct jsonin *j, int64_t place)
{
	if (input_seek(j->in, place))
		return -1;
	j->at = j->buf.n = 0;
	j->base = place;
	return 0;
}

/* How much to read next: a chunk, but little when enough is there. */
static size_t
next_size(const struct jsonin *j)
{
	int64_t wanted = j->enough - (j->base + (int64_t)j->buf.n);

	if (CHUNK < LOOK_AHEAD || wanted > CHUNK - LOOK_AHEAD)
		return CHUNK;
	return LOOK_AHEAD + (size_t)(wanted > 0 ? wanted : 0);
}

int
jsonin_more(struct jsonin *j)
{
	struct span unread = jsonin_bytes(j);
	ssize_t got;

	if (unread.n && j->at)
		memmove(j->buf.p, unread.p, unread.n);
	j->base += (int64_t)j->at;
	j->at = 0;
	j->buf.n = unread.n;
	buf_reserve(&j->buf, CHUNK + JSONIN_PAD);
	got = input_read(j->in, j->buf.p + j->buf.n, next_size(j));
	if (got < 0) {
		j->error = input_error(j->in);
		return -1;
	}
	j->buf.n += (size_t)got;
	memset(j->buf.p + j->buf.n, 0, JSONIN_PAD);
	return got > 0;
}

int
jsonin_peek(struct jsonin *j, char *c)
{
	for (;;) {
		struct span s = jsonin_bytes(j), text = scan_skip_blanks(s);
		int got;

		jsonin_skip(j, s.n - text.n);
		if (text.n) {
			*c = *text.p;
			return 1;
		}
		got = jsonin_more(j);
		if (got <= 0)
			return got;
	}
}

int
jsonin_colon(struct jsonin *j, char *c)
{
	int got = jsonin_peek(j, c);

	if (got != 1 || *c != ':')
		return got;
	jsonin_skip(j, 1);
	return jsonin_peek(j, c);
}

int
jsonin_behind(struct jsonin *j, size_t n, char *c)
{
	for (;;) {
		struct span s = jsonin_bytes(j);
		int got;

		while (n < s.n && scan_blank(s.p[n]))
			n++;
		if (n < s.n) {
			*c = s.p[n];
			return 1;
		}
		if (n > j->longest) { /* of blanks */
			*c = ' ';
			return 1;
		}
		got = jsonin_more(j);
		if (got <= 0)
			return got;
	}
}

enum jsonin_value
jsonin_value(struct jsonin *j, struct span *value)
{
	size_t seen = 0, used;
	bool skipping = false;

	*value = (struct span){0};
	scan_start(&j->scan);
	for (;;) {
		struct span s = jsonin_bytes(j);
		enum scan_result r =
		    scan_bytes(&j->scan, s.p + seen, s.n - seen, &used);
		int got;

		seen += used;
		if (r == SCAN_BROKEN)
			j->broken = jsonin_place(j) + (int64_t)seen;
		skipping = skipping || seen > j->longest;
		if (skipping) {
			jsonin_skip(j, seen);
			seen = 0;
		}
		if (r == SCAN_BROKEN)
			return JSONIN_BROKEN;
		if (r == SCAN_DONE && skipping)
			return JSONIN_TOO_LONG;
		if (r == SCAN_DONE) {
			*value = span_cut(s, 0, seen);
			return JSONIN_WHOLE;
		}
		got = jsonin_more(j);
		if (got <= 0)
			return got < 0 ? JSONIN_FAILED : JSONIN_CUT;
	}
}

static bool
is_punctuation(char c)
{
	return c && strchr("{}[]\",:", c);
}

int
jsonin_search(struct jsonin *j, const char *firsts,
    int (*match)(struct span, char before))
{
	char before = 0;

	j->passed = false;
	for (;;) {
		struct span s = jsonin_bytes(j);
		size_t i = 0;
		int found = 0, got;

		for (; i < s.n; i++) {
			struct span rest = {s.p + i, s.n - i};
			bool punctuation = is_punctuation(s.p[i]);

			found = punctuation && strchr(firsts, s.p[i])
			    ? match(rest, before)
			    : 0;
			if (found > 0 || (found < 0 && rest.n < LOOK_AHEAD))
				break;
			if (scan_blank(s.p[i]))
				continue;
			before = s.p[i];
			j->passed |= !punctuation;
		}
		jsonin_skip(j, i);
		if (found > 0)
			return 1;
		got = jsonin_more(j);
		if (got <= 0)
			return got;
	}
}
