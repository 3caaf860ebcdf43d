#include "common/bytes/number.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "common/trace/raw_event.h"

void
whole_free(struct whole *w)
{
	buf_free(&w->args);
	buf_free(&w->rest);
}

enum member { OTHER, COLUMN, ARGS, ATTR };

/*
 * The use of a member: trace-extract's columns have most of them, but cannot
 * tell an empty text from none.
 */
static enum member
kind_of(struct span key, struct span value)
{
	static const struct span columns[] = {{"ph", 2}, {"cat", 3},
	    {"name", 4}, {"pid", 3}, {"tid", 3}, {"ts", 2}, {"dur", 3},
	    {"id", 2}};

	for (size_t i = 0; i < COUNT(columns); i++)
		if (json_key_is(key, columns[i]))
			return span_is(value, "\"\"") ? OTHER : COLUMN;
	if (json_key_is(key, (struct span){"args", 4}))
		return ARGS;
	return json_key_is(key, (struct span){"attr", 4}) ? ATTR : OTHER;
}

/*
 * Appends a member after those that the object has, or as its first; returns
 * how many values in it became null.
 */
static int64_t
add_member(struct buf *object, struct span key, struct span value)
{
	buf_add(object, object->n ? "," : "{", 1);
	json_repair(object, key);
	buf_add(object, ":", 1);
	return json_repair(object, value);
}

int64_t
whole_split(struct whole *w, struct span event)
{
	struct span key, value, args = {0}, attr = {0}, attr_key = {0};
	int64_t nulls = 0;

	w->args.n = w->rest.n = 0;
	while (json_next_member(&event, &key, &value)) {
		enum member kind = kind_of(key, value);

		if (kind == ARGS) {
			args = value;
		} else if (kind == ATTR) {
			attr_key = key;
			attr = value;
		} else if (kind == OTHER) {
			nulls += add_member(&w->rest, key, value);
		}
	}
	if (args.n && attr.n)
		nulls += add_member(&w->rest, attr_key, attr);
	if (w->rest.n)
		buf_add(&w->rest, "}", 1);
	return nulls + json_repair(&w->args, args.n ? args : attr);
}

void
whole_put(struct whole *w, struct span key, struct span text)
{
	buf_add(&w->args, w->args.n ? "," : "{", 1);
	buf_add_quoted(&w->args, key);
	buf_add(&w->args, ":", 1);
	if (number_is(text))
		buf_add(&w->args, text.p, text.n);
	else
		buf_add_quoted(&w->args, text);
}

void
whole_begin(struct whole *w, const struct raw_event *e)
{
	w->args.n = w->rest.n = 0;
	whole_put(w, span_of("device"), e->device);
	whole_put(w, span_of("stream"), e->stream);
	whole_put(w, span_of("correlation"), e->correlation);
}

void
whole_put_json(struct whole *w, struct span key, struct span value)
{
	add_member(&w->args, key, value);
}

void
whole_end(struct whole *w)
{
	if (w->args.n)
		buf_add(&w->args, "}", 1);
}
