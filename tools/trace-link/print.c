#include <stdlib.h>

#include "common/die.h"
#include "common/x.h"
#include "tools/trace-link/print.h"

static const char *const columns[] = {"launch_ts_us", "launch_dur_us",
    "queue_us", "launch", "annotation", "cpu_op", "op_id", "op_path", NULL};
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
	uint32_t call, operator; /* HOST_NONE for none */

	uint32_t *path; /* for print_path only */
	size_t path_cap;
	struct buf words;
};

static struct span
text(const struct view *v, uint32_t number)
{
	return number == HOST_NONE ? (struct span){0} : v->table->text[number];
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
	for (size_t i = 0; v->operator!= HOST_NONE && i<TABLE_DETAILS; i++)
		if (v->table->column.detail[i] == column)
			return detail(
			    text(v, host(v, v->operator)->details), i);
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

/*
 * Names from the outermost to the row, with ';' between, as in FlameGraph's
 * folded stacks: of all rows of a kind, or of modules, without that word.
 */
static void
print_path(struct tsvw *out, struct view *v, uint32_t row, enum host_kind kind,
    bool modules)
{
	size_t n = 0;

	for (; row != HOST_NONE; row = v->tree->parent[row]) {
		if (host(v, row)->kind != kind ||
		    (modules && !is_module(text(v, host(v, row)->name))))
			continue;
		v->path =
		    xarray_grow(v->path, &v->path_cap, n + 1, sizeof *v->path);
		v->path[n++] = row;
	}
	v->words.n = 0;
	while (n-- > 0) {
		struct span name = text(v, host(v, v->path[n])->name);
		size_t skip = modules ? sizeof module - 1 : 0;

		xbuf_add(&v->words, name.p + skip, name.n - skip);
		if (n)
			xbuf_add(&v->words, ";", 1);
	}
	tsvw_field(out, buf_span(&v->words));
}

static void
print_operator(struct tsvw *out, struct view *v)
{
	if (v->operator== HOST_NONE) {
		for (int i = 0; i < 3; i++)
			tsvw_empty(out);
		return;
	}
	tsvw_field(out, text(v, host(v, v->operator)->name));
	tsvw_int(out, host(v, v->operator)->id);
	print_path(out, v, v->operator, HOST_OPERATOR, false);
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
	print_operator(out, v);
	if (t->column.label >= 0) {
		tsvw_field(out, text(v, t->label[host(v, v->call)->process]));
		tsvw_field(out, text(v, t->label[host(v, v->call)->thread]));
	}
	if (t->frames) {
		print_path(out, v, frame, HOST_FRAME, false);
		print_path(out, v, frame, HOST_FRAME, true);
	}
}

static void
print_nothing(struct tsvw *out, const struct table *t)
{
	int n = 8 + (t->column.label >= 0 ? 2 : 0) + (t->frames ? 2 : 0);

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
		v.operator= v.call == HOST_NONE ? HOST_NONE
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
