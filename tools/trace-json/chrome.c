#include "common/bytes/fixed.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "tools/trace-json/writer.h"

const char *
chrome_fault(const struct row *r, struct span *text)
{
	struct span args = r->text[ROW_ARGS], rest = r->text[ROW_REST];

	*text = args;
	if (args.n && !r->compact && !args_is_json(args))
		return "args is not JSON";
	*text = rest;
	if (rest.n && (*rest.p != '{' || !args_is_json(rest)))
		return "rest is not a JSON object";
	return NULL;
}

static void
put_text(struct buf *t, const char *key, struct span text)
{
	if (text.n) {
		text_key(t, key);
		buf_add_quoted(t, text);
	}
}

static void
put_process(struct args *a, struct buf *t, const struct row *r)
{
	struct span pid = r->text[ROW_PID];

	if (pid.n == 0)
		return;
	if (a->ids) {
		a->scratch.n = 0;
		ids_process(a->ids, &a->scratch, r->text[ROW_RANK], pid);
		pid = buf_span(&a->scratch);
	}
	text_key(t, "pid");
	text_value(t, pid);
}

/* A lane is a thread of its own, named after the one it belongs to. */
static void
put_thread(struct args *a, struct buf *t, const struct row *r)
{
	char digits[FIXED_MAX];
	struct span lane = {digits, fixed_print_int(digits, r->lane)};
	struct span tid = r->text[ROW_TID];

	if (tid.n == 0 && r->lane == 0)
		return;
	text_key(t, "tid");
	if (r->lane == 0) {
		text_value(t, tid);
		return;
	}
	buf_add_quoted(t,
	    BUF_JOIN(&a->scratch, tid, span_of(" (lane "), lane, span_of(")")));
}

/*
 * Kineto's members of an event, for a table without the column rest: an arrow
 * ends at the slice that holds its end, and an instant is one of its thread, or
 * of all processes if it has none.
 */
static void
put_usual_rest(struct buf *t, const struct row *r)
{
	struct span ph = r->text[ROW_PH];
	bool owned = r->text[ROW_PID].n > 0;

	if (span_is(ph, "f"))
		put_text(t, "bp", span_of("e"));
	if (!span_is(ph, "i") && !span_is(ph, "I"))
		return;
	put_text(t, "s", span_of(owned ? "t" : "g"));
	if (!owned) {
		text_key(t, "pid");
		buf_add_quoted(t, span_of(""));
	}
}

void
chrome_event(struct args *a, struct buf *t, const struct row *r)
{
	struct span rest = r->text[ROW_REST], key, value;

	buf_add_text(t, "{");
	put_text(t, "name", r->text[ROW_NAME]);
	put_text(t, "cat", r->text[ROW_CAT]);
	put_text(t, "ph", r->text[ROW_PH]);
	if (r->has_ts)
		text_us(t, "ts", r->ts);
	if (r->has_dur)
		text_us(t, "dur", r->dur);
	put_process(a, t, r);
	put_thread(a, t, r);
	if (r->text[ROW_ID].n) {
		text_key(t, "id");
		args_link(a, t, r, r->text[ROW_ID]);
	}
	if (r->bare)
		put_usual_rest(t, r);
	while (json_next_member(&rest, &key, &value)) {
		text_sound_key(t, key);
		json_repair(t, value);
	}
	args_write(a, t, r);
	buf_add_text(t, "}");
}

void
chrome_arrow(struct args *a, struct buf *t, const struct row *r,
    const struct arrow *arrow)
{
	buf_add_text(t, "{");
	put_text(t, "name", arrow->name);
	put_text(t, "cat", arrow->cat);
	put_text(t, "ph", span_of(arrow->finish ? "f" : "s"));
	text_us(t, "ts", arrow->ts);
	put_process(a, t, r);
	put_thread(a, t, r);
	text_int(t, "id", arrow->id);
	if (arrow->finish)
		put_text(t, "bp", span_of("e"));
	buf_add_text(t, "}");
}

void
chrome_process_name(
    struct args *a, struct buf *t, const struct row *r, struct span name)
{
	buf_add_text(t, "{");
	put_text(t, "name", span_of("process_name"));
	put_text(t, "ph", span_of("M"));
	put_process(a, t, r);
	text_key(t, "args");
	buf_add_text(t, "{");
	put_text(t, "name", name);
	buf_add_text(t, "}");
	buf_add_text(t, "}");
}
