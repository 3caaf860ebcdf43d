#include <stdlib.h>

#include "common/die.h"
#include "common/x.h"
#include "tools/trace-link/print.h"

static const char *const columns[] = {"launch_ts_us", "launch_dur_us",
    "queue_us", "launch", "annotation", "annotation_path", "cpu_op", "op_id",
    "op_path", NULL};
static const char *const names[] = {"process_name", "thread_name", NULL};
static const char *const stacks[] = {"stack", "module", NULL};
static const char *const verdict[] = {"linked", "linked_reason", NULL};

static void
add_columns(struct tsvw *out, const struct tsv *in, const char *const *name,
    bool wanted)
{
	for (; wanted && *name; name++) {
		if (xtsv_optional(in, *name) != TSV_MISSING)
			die("%s: there is a column %s already: cut it off "
			    "before",
			    tsv_file(in), *name);
		tsvw_text(out, span_of(*name));
	}
}

void
print_header(struct tsvw *out, const struct table *t, const struct tsv *in)
{
	for (int i = 0; i < tsv_columns(in); i++)
		tsvw_field(out, tsv_name(in, i));
	add_columns(out, in, columns, true);
	add_columns(out, in, names, t->column.label >= 0);
	add_columns(out, in, stacks, t->frames);
	add_columns(out, in, verdict, true);
	xtsvw_end(out);
	xtsvw_flush(out);
}

/* An event with its launch, all as places among the rows of the host. */
struct view {
	const struct table *table;
	const struct tree *tree;
	const struct event *event;
	uint32_t call, op; /* HOST_NONE for none */

	uint32_t *path; /* the parts of one, the innermost first */
	size_t parts, path_cap;
	struct buf words;
};

static struct span
text(const struct view *v, uint32_t number)
{
	return number == HOST_NONE ? span_of("") : v->table->text[number];
}

static const struct host *
host(const struct view *v, uint32_t row)
{
	return &v->table->host[row];
}

/* The nearest operator that holds the row, or HOST_NONE. */
static uint32_t
operator_above(const struct view *v, uint32_t row)
{
	do
		row = v->tree->parent[row];
	while (row != HOST_NONE && host(v, row)->kind != HOST_OPERATOR);
	return row;
}

/* The i-th of the details, which end with a TAB each. */
static struct span
detail(struct span all, size_t i)
{
	const char *end = memchr(all.p, '\t', all.n);

	while (i-- > 0) {
		all.n -= (size_t)(end + 1 - all.p);
		all.p = end + 1;
		end = memchr(all.p, '\t', all.n);
	}
	return (struct span){all.p, (size_t)(end - all.p)};
}

/* What the operator says in place of the event's empty field. */
static struct span
filled_in(const struct view *v, int column)
{
	for (size_t i = 0; v->op != HOST_NONE && i < TABLE_DETAILS; i++)
		if (v->table->column.detail[i] == column)
			return detail(
			    v->table->text[host(v, v->op)->details], i);
	return (struct span){0};
}

static void
print_line(struct tsvw *out, const struct view *v, struct span line)
{
	const char *end = line.p + line.n;

	for (int column = 0; line.p <= end; column++) {
		const char *tab = memchr(line.p, '\t', (size_t)(end - line.p));
		size_t n = (size_t)((tab ? tab : end) - line.p);
		struct span field = {line.p, n};

		tsvw_field(out, n ? field : filled_in(v, column));
		line.p += n + 1;
	}
}

/* T = A + Q + K: the call, the wait, the work on the GPU. */
static void
print_times(struct tsvw *out, const struct view *v)
{
	const struct host *call = host(v, v->call);
	int64_t queue = v->event->ts;

	tsvw_us(out, call->start);
	tsvw_us(out, call->end - call->start);
	if (v->event->ts == EVENT_NO_TIME || fixed_add(&queue, -call->end))
		tsvw_empty(out);
	else
		tsvw_us(out, queue);
	tsvw_field(out, text(v, call->name));
}

static const char module[] = "nn.Module: "; /* a frame that is a module's */

static bool
is_module(struct span name)
{
	size_t n = sizeof module - 1;

	return name.n >= n && memcmp(name.p, module, n) == 0;
}

static void
add_part(struct view *v, uint32_t row)
{
	v->path =
	    xarray_grow(v->path, &v->path_cap, v->parts + 1, sizeof *v->path);
	v->path[v->parts++] = row;
}

/*
 * The parts from the last to the first, with ';' between, as in FlameGraph's
 * folded stacks; without the first `skip` bytes of each.
 */
static void
print_parts(struct tsvw *out, struct view *v, size_t skip)
{
	v->words.n = 0;
	while (v->parts-- > 0) {
		struct span name = text(v, host(v, v->path[v->parts])->name);

		xbuf_add(&v->words, name.p + skip, name.n - skip);
		if (v->parts)
			xbuf_add(&v->words, ";", 1);
	}
	v->parts = 0;
	tsvw_field(out, buf_span(&v->words));
}

/* All of a kind from the row outwards. */
static void
print_path(struct tsvw *out, struct view *v, uint32_t row, enum host_kind kind)
{
	for (; row != HOST_NONE; row = v->tree->parent[row])
		if (host(v, row)->kind == kind)
			add_part(v, row);
	print_parts(out, v, 0);
}

static void
print_modules(struct tsvw *out, struct view *v, uint32_t row)
{
	for (; row != HOST_NONE; row = v->tree->parent[row])
		if (is_module(text(v, host(v, row)->name)))
			add_part(v, row);
	print_parts(out, v, sizeof module - 1);
}

/* Those of the call's thread inside those of other threads. */
static void
print_annotations(struct tsvw *out, struct view *v)
{
	const struct host *call = host(v, v->call);
	uint32_t row = v->tree->annotation[v->call];

	if (row == HOST_NONE || host(v, row)->thread != call->thread)
		row = HOST_NONE;
	for (; row != HOST_NONE; row = v->tree->parent[row])
		if (tree_holds(host(v, row), call))
			add_part(v, row);
	row = v->tree->around[v->call];
	for (; row != HOST_NONE; row = v->tree->around[row])
		if (tree_holds(host(v, row), call) &&
		    host(v, row)->thread != call->thread)
			add_part(v, row);
	print_parts(out, v, 0);
}

static void
print_operator(struct tsvw *out, struct view *v)
{
	if (v->op == HOST_NONE) {
		for (int i = 0; i < 3; i++)
			tsvw_empty(out);
		return;
	}
	tsvw_field(out, text(v, host(v, v->op)->name));
	tsvw_int(out, host(v, v->op)->id);
	print_path(out, v, v->op, HOST_OPERATOR);
}

static void
print_launch(struct tsvw *out, struct view *v)
{
	const struct table *t = v->table;
	uint32_t annotation = v->tree->annotation[v->call];
	uint32_t frame = v->tree->frame[v->call];

	print_times(out, v);
	if (annotation == HOST_NONE)
		tsvw_empty(out);
	else
		tsvw_field(out, text(v, host(v, annotation)->name));
	print_annotations(out, v);
	print_operator(out, v);
	if (t->column.label >= 0) {
		tsvw_field(out, text(v, t->label[host(v, v->call)->process]));
		tsvw_field(out, text(v, t->label[host(v, v->call)->thread]));
	}
	if (t->frames) {
		print_path(out, v, frame, HOST_FRAME);
		print_modules(out, v, frame);
	}
}

static void
print_nothing(struct tsvw *out, const struct table *t)
{
	int n = 9 + (t->column.label >= 0 ? 2 : 0) + (t->frames ? 2 : 0);

	while (n-- > 0)
		tsvw_empty(out);
}

void
print_events(struct tsvw *out, const struct table *t, const struct tree *tree,
    const struct launch *launch)
{
	struct view v = {.table = t, .tree = tree};

	for (size_t i = 0; i < t->gpu.n; i++) {
		uint32_t event = t->gpu.order[i];

		v.event = &t->gpu.event[event];
		v.call = launch[event].call;
		v.op = v.call == HOST_NONE ? HOST_NONE
					   : operator_above(&v, v.call);
		print_line(out, &v, event_line(&t->gpu, event));
		if (v.call == HOST_NONE)
			print_nothing(out, t);
		else
			print_launch(out, &v);
		tsvw_text(out, span_of(v.call == HOST_NONE ? "no" : "yes"));
		tsvw_text(out, span_of(launch_reason(launch[event].reason)));
		xtsvw_end(out);
	}
	xtsvw_flush(out);
	free(v.path);
	buf_free(&v.words);
}
