#include "tools/trace-link/print_launches.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/trace/launch.h"
#include "tools/trace-link/call_path.h"

static const char columns[] = "launch_ts_us launch_dur_us queue_us launch "
			      "launch_id annotation annotation_path";
static const char operators[] = "cpu_op op_ts_us op_id op_path op_ids";
static const char names[] = "process_name thread_name";
static const char stacks[] = "stack module";

void
link_print_header(
    struct tsvw *out, const struct link_table *t, const struct tsv *in)
{
	tsvw_names(out, in);
	xtsvw_new_columns(out, in, columns);
	xtsvw_new_columns(out, in, operators);
	if (t->column.label >= 0)
		xtsvw_new_columns(out, in, names);
	if (t->frames)
		xtsvw_new_columns(out, in, stacks);
	xtsvw_new_columns(out, in, "linked linked_reason");
	xtsvw_end_header(out);
}

static void
leave_empty(struct tsvw *out, const char *list)
{
	struct span rest = span_of(list);

	for (; rest.p; span_take(&rest, ' '))
		tsvw_empty(out);
}

/* An event, and the calls that it goes back to, the innermost first. */
struct view {
	const struct event *event;
	struct place recorded, launch;
	struct call_path operators, path;
	struct buf words;
};

/* The operator's or process's value for an empty field of the event. */
static struct span
filled_in(const struct view *v, int column)
{
	const struct link_table *t = v->launch.table;
	const struct part *op = v->operators.part;

	if (v->launch.call != HOST_NONE && t->column.process_label == column)
		return call_path_text(t,
		    t->label[LABEL_PROCESS][t->host[v->launch.call].process]);
	for (size_t i = 0; v->operators.n && i < TABLE_DETAILS; i++)
		if (t->column.detail[i] == column)
			return span_part(
			    call_path_text(op->place->table, op->host->details),
			    '\t', i);
	return span_of("");
}

/* Operators and processes may have what the event lacks. */
static void
print_line(struct tsvw *out, const struct view *v, struct span line)
{
	const struct link_table *t = v->launch.table;

	if (t->column.process_label == TSV_MISSING &&
	    !link_table_has_details(t)) {
		tsvw_field(out, line);
		return;
	}
	for (int column = 0; line.p; column++) {
		struct span field = span_take(&line, '\t');

		tsvw_field(out, field.n ? field : filled_in(v, column));
	}
}

/* T = A + Q + K: the call, the wait, the work on the GPU. */
static void
print_call(struct tsvw *out, const struct view *v)
{
	const struct host *call = &v->launch.table->host[v->launch.call];
	int64_t queue = v->event->ts;

	tsvw_us(out, call->start);
	tsvw_us(out, call->end - call->start);
	if (v->event->ts == EVENT_NO_TIME || fixed_add(&queue, -call->end))
		tsvw_empty(out);
	else
		tsvw_us(out, queue);
	tsvw_field(out, call_path_text(v->launch.table, call->name));
	if (v->launch.table->rows.event < 0)
		tsvw_empty(out);
	else
		tsvw_int(out, call->id);
}

static void
print_operators(struct tsvw *out, struct view *v)
{
	const struct part *op = v->operators.part;
	char digits[FIXED_MAX];

	if (v->operators.n == 0) {
		leave_empty(out, operators);
		return;
	}
	tsvw_field(out, call_path_name(op));
	tsvw_us(out,
	    op->place == &v->launch
		? op->host->start
		: v->launch.table->host[v->launch.call].start);
	tsvw_int(out, call_path_id(op));
	call_path_print(out, &v->words, &v->operators, 0);
	v->words.n = 0;
	for (size_t i = v->operators.n; i-- > 0;) {
		buf_add(&v->words, digits,
		    fixed_print_int(digits, call_path_id(&op[i])));
		if (i)
			buf_add(&v->words, ";", 1);
	}
	tsvw_field(out, buf_span(&v->words));
}

static void
print_launch(struct tsvw *out, struct view *v)
{
	const struct link_table *t = v->launch.table;
	const struct host *call = &t->host[v->launch.call];
	const uint32_t *label = t->label[LABEL_NAME];

	print_call(out, v);
	call_path_print_annotations(out, &v->words, &v->path, &v->launch);
	print_operators(out, v);
	if (t->column.label >= 0) {
		tsvw_field(out, call_path_text(t, label[call->process]));
		tsvw_field(out, call_path_text(t, label[call->thread]));
	}
	if (t->frames)
		call_path_print_stacks(
		    out, &v->words, &v->path, &v->recorded, &v->launch);
}

static void
print_nothing(struct tsvw *out, const struct link_table *t)
{
	leave_empty(out, columns);
	leave_empty(out, operators);
	if (t->column.label >= 0)
		leave_empty(out, names);
	if (t->frames)
		leave_empty(out, stacks);
}

static void
print_event(struct tsvw *out, struct view *v, struct span line,
    enum launch_reason reason)
{
	bool linked = v->launch.call != HOST_NONE;

	/* Calls of the recording of a graph lie in its launch. */
	v->operators.n = 0;
	call_path_add_all(&v->operators, &v->recorded, HOST_OPERATOR, "");
	call_path_add_all(&v->operators, &v->launch, HOST_OPERATOR, "");
	print_line(out, v, line);
	if (linked)
		print_launch(out, v);
	else
		print_nothing(out, v->launch.table);
	tsvw_text(out, span_of(linked ? "yes" : "no"));
	tsvw_text(out,
	    span_of(launch_reason(
		v->recorded.call == HOST_NONE ? reason : LAUNCH_CAPTURED)));
	xtsvw_end(out);
}

void
link_print_events(
    struct tsvw *out, const struct link_table *t, const struct recording *r)
{
	struct view v = {.launch = {.table = t, .since = INT64_MIN}};
	struct buf line = {0};

	for (size_t i = 0; i < t->gpu.n; i++) {
		uint32_t event = t->gpu.order[i];

		v.event = &t->gpu.event[event];
		v.launch.call = t->launch[event].call;
		v.recorded = recording_place(r, event);
		event_line(&t->gpu, event, &line);
		print_event(out, &v, buf_span(&line), t->launch[event].reason);
	}
	xtsvw_flush(out);
	buf_free(&line);
	call_path_free(&v.operators);
	call_path_free(&v.path);
	buf_free(&v.words);
}
