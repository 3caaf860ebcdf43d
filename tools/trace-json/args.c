#include "tools/trace-json/args.h"
#include "common/bytes/fixed.h"
#include "common/bytes/number.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"

void
text_value(struct buf *t, struct span s)
{
	if (number_is(s))
		buf_add_span(t, s);
	else
		buf_add_quoted(t, s);
}

/* Does the next member follow another one on its line? */
static bool
needs_comma(const struct buf *t)
{
	char last = t->n ? t->p[t->n - 1] : '{';

	return last != '{' && last != '\n';
}

void
text_key(struct buf *t, const char *key)
{
	size_t n = strlen(key);
	char *p;

	buf_reserve(t, n + strlen(",\"\":"));
	p = t->p + t->n;
	if (needs_comma(t))
		*p++ = ',';
	*p++ = '"';
	memcpy(p, key, n);
	p += n;
	*p++ = '"';
	*p++ = ':';
	t->n = (size_t)(p - t->p);
}

void
text_any_key(struct buf *t, struct span key)
{
	buf_add(t, ",", needs_comma(t));
	buf_add_quoted(t, key);
	buf_add(t, ":", 1);
}

void
text_sound_key(struct buf *t, struct span json)
{
	buf_add(t, ",", needs_comma(t));
	json_repair(t, json);
	buf_add(t, ":", 1);
}

void
text_us(struct buf *t, const char *key, int64_t ns)
{
	text_key(t, key);
	buf_add_us(t, ns);
}

void
text_int(struct buf *t, const char *key, int64_t v)
{
	text_key(t, key);
	buf_add_int(t, v);
}

bool
args_is_json(struct span text)
{
	if (text.n == 0 || !strchr("{[\"", *text.p) || !*text.p)
		return json_literal(text);
	return json_is_whole(text);
}

void
args_link(struct args *a, struct buf *t, const struct row *r, struct span id)
{
	if (!a->ids)
		text_value(t, id);
	else
		ids_link(a->ids, t, r->text[ROW_RANK], id);
}

/* The arguments that tie events of one rank together. */
static bool
is_link(struct span key)
{
	static const struct span keys[] = {{"correlation", 11},
	    {"External id", 11}, {"external id", 11}, {"Python id", 9},
	    {"Python parent id", 16}};
	bool plain;

	/* most others differ in the first byte */
	if (key.n < 3 || !strchr("cEeP\\", key.p[1]))
		return false;
	plain = !memchr(key.p, '\\', key.n);
	for (size_t i = 0; i < COUNT(keys); i++)
		if (plain ? span_equal(span_cut(key, 1, key.n - 1), keys[i])
			  : json_key_is(key, keys[i]))
			return true;
	return false;
}

/* Whether a value is the rank's own, and so made that of all. */
static bool
is_changed(const struct args *a, const struct row *r, struct span key,
    struct span value)
{
	return a->ids && value.n && !strchr("[{n", *value.p) &&
	    (is_link(key) ||
		(span_is(r->text[ROW_NAME], "process_name") &&
		    json_key_is(key, span_of("name"))));
}

/* Of the processes of several ranks the name becomes "rank 3: python". */
static void
put_changed(struct args *a, struct buf *t, const struct row *r, struct span key,
    struct span value)
{
	struct span said;
	struct buf name = {0};

	a->scratch.n = 0;
	said = json_text(value, &a->scratch);
	if (is_link(key)) {
		args_link(a, t, r, said);
		return;
	}
	buf_add_quoted(t,
	    BUF_JOIN(&name, span_of("rank "), r->text[ROW_RANK], span_of(": "),
		said));
	buf_free(&name);
}

bool
args_next_member(struct args *a, struct buf *t, const struct row *r,
    struct span *args, struct span *key, struct span *value)
{
	if (!json_next_member(args, key, value))
		return false;
	if (is_changed(a, r, *key, *value)) {
		t->n = 0;
		put_changed(a, t, r, *key, *value);
		*value = buf_span(t);
	}
	return true;
}

/*
 * The members of args; of compact ones, what is not changed goes as one.
 * Returns whether the rank is among them.
 */
static bool
put_members(struct args *a, struct buf *t, const struct row *r)
{
	struct span args = r->text[ROW_ARGS], rest = args, key, value;
	size_t from = 1, at;
	bool rank = false;

	while (json_next_member(&rest, &key, &value)) {
		bool changed = is_changed(a, r, key, value);

		at = (size_t)(value.p - args.p);
		rank = rank || json_key_is(key, span_of("rank"));
		if (!r->compact)
			text_sound_key(t, key);
		else if (changed)
			buf_add_span(t, span_cut(args, from, at));
		if (changed)
			put_changed(a, t, r, key, value);
		else if (!r->compact)
			json_repair(t, value);
		if (changed)
			from = at + value.n;
	}
	if (r->compact)
		buf_add_span(t, span_cut(args, from, args.n - 1));
	return rank;
}

/* The args of an event whose own were not kept, from its columns. */
static void
put_columns(struct args *a, struct buf *t, const struct row *r)
{
	static const struct {
		const char *key;
		enum row_column column;
		bool link;
	} known[] = {{"device", ROW_DEVICE, false},
	    {"stream", ROW_STREAM, false},
	    {"correlation", ROW_CORRELATION, true},
	    {"External id", ROW_EXTERNAL_ID, true}};
	struct span value = r->text[ROW_VALUE], unit = r->text[ROW_UNIT];

	if (span_is(r->text[ROW_PH], "C") && value.n) {
		text_any_key(t, unit.n ? unit : span_of("value"));
		text_value(t, value);
	}
	for (size_t i = 0; i < COUNT(known); i++) {
		struct span text = r->text[known[i].column];

		if (text.n == 0)
			continue;
		text_key(t, known[i].key);
		if (known[i].link)
			args_link(a, t, r, text);
		else
			text_value(t, text);
	}
}

static void
put_extras(struct args *a, struct buf *t)
{
	for (size_t i = 0; i < a->extras; i++) {
		struct span text = a->extra[i].text;

		if (text.n == 0)
			continue;
		text_any_key(t, a->extra[i].key);
		if (strchr("[{", *text.p) && args_is_json(text))
			json_repair(t, text);
		else
			text_value(t, text);
	}
}

/* Counters draw every argument, and names have no others. */
static bool
wants_rank(const struct args *a, const struct row *r)
{
	return a->ids && r->text[ROW_RANK].n &&
	    (span_is(r->text[ROW_PH], "X") || span_is(r->text[ROW_PH], "B") ||
		span_is(r->text[ROW_PH], "b"));
}

void
args_add(struct args *a, struct buf *t, const struct row *r, bool rank)
{
	put_extras(a, t);
	if (!rank && wants_rank(a, r)) {
		text_key(t, "rank");
		text_value(t, r->text[ROW_RANK]);
	}
}

void
args_write(struct args *a, struct buf *t, const struct row *r)
{
	struct span args = r->text[ROW_ARGS];
	size_t start = t->n, empty;
	bool rank = false;

	text_key(t, "args");
	if (args.n && (*args.p != '{' || (!a->ids && !a->extras))) {
		if (r->compact)
			buf_add_span(t, args);
		else
			json_repair(t, args);
		return;
	}
	buf_add_text(t, "{");
	empty = t->n;
	if (r->whole)
		rank = put_members(a, t, r);
	else
		put_columns(a, t, r);
	args_add(a, t, r, rank);
	if (t->n == empty && args.n == 0)
		t->n = start;
	else
		buf_add_text(t, "}");
}
