/*
 * All texts of the host have numbers from one pool: names, and keys made of
 * other fields, which tell scopes, processes and threads apart. They are put in
 * byte order at the end, so that nothing depends on the order of the input.
 */
#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/meaning/category.h"
#include "common/trace/launch.h"
#include "tools/trace-link/link_table.h"

const char *const table_details[TABLE_DETAILS] = {
    "input_dims", "input_type", "input_strides", "concrete_inputs"};

static void
find_columns(struct link_table_columns *c, const struct tsv *in)
{
	const char *maker = "trace-extract";

	c->cat = xtsv_column(in, "cat", maker);
	c->ph = xtsv_column(in, "ph", maker);
	c->id = xtsv_column(in, "id", maker);
	c->pid = xtsv_column(in, "pid", maker);
	c->tid = xtsv_column(in, "tid", maker);
	c->correlation = xtsv_column(in, "correlation", maker);
	c->external = xtsv_optional(in, "external_id");
	c->event = xtsv_optional(in, "event");
	c->rank = xtsv_optional(in, "rank");
	c->file = xtsv_optional(in, "file");
	c->label = xtsv_optional(in, "label");
	c->process_label = xtsv_optional(in, "process_label");
	c->kernel = xtsv_optional(in, "kernel");
	c->sequence = xtsv_optional(in, "sequence_number");
	for (size_t i = 0; i < TABLE_DETAILS; i++)
		c->detail[i] = xtsv_optional(in, table_details[i]);
}

void
link_table_open(struct link_table *t, struct tsv *in, bool frames)
{
	*t = (struct link_table){.frames = frames};
	find_columns(&t->column, in);
	if (event_open(&t->gpu, in, true))
		die("%s", tsv_error(in));
	t->ids = xpool_new();
	t->texts = xpool_new();
}

void
link_table_free(struct link_table *t)
{
	event_free(&t->gpu);
	pool_free(t->ids);
	pool_free(t->texts);
	free(t->correlation);
	free(t->host);
	free(t->known);
	free(t->text);
	for (int kind = 0; kind < LABELS; kind++)
		free(t->label[kind]);
	free(t->labels);
}

static void
add_field(struct buf *key, const struct tsv *in, int column)
{
	struct span f = tsv_field_or_none(in, column);

	xbuf_add(key, f.p, f.n);
	xbuf_add(key, "\t", 1);
}

/* The number of a correlation id, which is unique within its scope. */
static uint32_t
number_id(struct link_table *t, const struct tsv *in, int column)
{
	struct span id = tsv_field(in, column);
	struct buf key = {0};
	uint32_t n, number;

	if (id.n == 0)
		return HOST_NONE;
	add_field(&key, in, t->column.rank);
	add_field(&key, in, t->column.file);
	add_field(&key, in, column);
	n = pool_count(t->ids);
	number = xpool_add(t->ids, buf_span(&key));
	buf_free(&key);
	XARRAY_RESERVE(t->known, &t->known_cap, number + 1u);
	if (number == n)
		t->known[number] = span_is(id, "0") ? LAUNCH_IS_ZERO : 0;
	return number;
}

static void
add_gpu(struct link_table *t, struct tsv *in)
{
	size_t n = t->gpu.n;

	if (event_add(&t->gpu, in))
		die("%s", tsv_error(in));
	XARRAY_RESERVE(t->correlation, &t->correlations_cap, n + 1);
	t->correlation[n] = number_id(t, in, t->column.correlation);
}

static void
add_flow(struct link_table *t, const struct tsv *in)
{
	uint32_t id = number_id(t, in, t->column.id);

	if (id == HOST_NONE)
		return;
	if (span_is(tsv_field(in, t->column.ph), "s"))
		t->known[id] |= LAUNCH_FLOW_START;
	else if (span_is(tsv_field(in, t->column.ph), "f"))
		t->known[id] |= LAUNCH_FLOW_END;
}

/* Numbers what tells the row's scope, process and thread. */
static void
number_thread(struct link_table *t, const struct tsv *in, struct host *h)
{
	const struct link_table_columns *c = &t->column;
	struct buf key = {0};

	add_field(&key, in, c->rank);
	add_field(&key, in, c->file);
	h->scope = xpool_add(t->texts, buf_span(&key));
	add_field(&key, in, c->pid);
	h->process = xpool_add(t->texts, buf_span(&key));
	add_field(&key, in, c->tid);
	h->thread = xpool_add(t->texts, buf_span(&key));
	buf_free(&key);
}

static uint32_t
number_details(struct link_table *t, const struct tsv *in)
{
	struct buf all = {0};
	uint32_t number;

	for (size_t i = 0; i < TABLE_DETAILS; i++)
		add_field(&all, in, t->column.detail[i]);
	number = xpool_add(t->texts, buf_span(&all));
	buf_free(&all);
	return number;
}

/* What a call launches: a kernel, as far as it says which, or a copy. */
static uint32_t
number_launched(struct link_table *t, const struct tsv *in)
{
	struct span kernel = tsv_field_or_none(in, t->column.kernel);
	struct span name = tsv_field(in, t->gpu.column.name);

	if (kernel.n == 0 && span_has(name, "Memcpy"))
		kernel = span_of(TABLE_COPY);
	else if (kernel.n == 0 && span_has(name, "Memset"))
		kernel = span_of(TABLE_SET);
	return xpool_add(t->texts, kernel);
}

static int64_t
parse_number(const struct tsv *in, int column, int64_t otherwise)
{
	struct span text = tsv_field_or_none(in, column);
	int64_t id;

	return fixed_parse_int(text, &id) == 0 ? id : otherwise;
}

/* Rows without a time or a duration hold nothing and are passed over. */
static void
add_host(struct link_table *t, struct tsv *in, enum host_kind kind)
{
	const struct link_table_columns *c = &t->column;
	struct host h = {.kind = (uint8_t)kind, .correlation = HOST_NONE};
	struct span name = tsv_field(in, t->gpu.column.name);

	if (tsv_field(in, t->gpu.column.ts).n == 0 ||
	    tsv_field(in, t->gpu.column.dur).n == 0)
		return;
	if (t->n == EVENT_MOST)
		die("%s: more than 2147483647 events", tsv_file(in));
	h.start = xtsv_us(in, t->gpu.column.ts);
	h.end = h.start;
	if (fixed_add(&h.end, xtsv_us(in, t->gpu.column.dur)))
		die("%s:%lld: a time beyond 292 years", tsv_file(in),
		    (long long)tsv_line_number(in));
	h.external = parse_number(in, c->external, INT64_MAX);
	h.sequence = parse_number(in, c->sequence, -1);
	h.id = c->event < 0 ? 0 : xtsv_int(in, c->event);
	h.name = xpool_add(t->texts, name);
	number_thread(t, in, &h);
	h.details = h.name;
	if (kind == HOST_CALL) {
		h.details = number_launched(t, in);
		h.correlation = number_id(t, in, c->correlation);
		h.graph = span_has(name, "GraphLaunch");
	} else if (kind == HOST_OPERATOR) {
		h.details = number_details(t, in);
	}
	XARRAY_PUSH(t->host, t->n, &t->cap, h);
}

/* The names of processes and threads, and what labels a process. */
static void
add_label(struct link_table *t, const struct tsv *in)
{
	struct span row = tsv_field(in, t->gpu.column.name);
	enum label_kind kind =
	    span_is(row, "process_labels") ? LABEL_PROCESS : LABEL_NAME;
	struct span text = tsv_field_or_none(
	    in, kind == LABEL_NAME ? t->column.label : t->column.process_label);
	struct host h = {0};
	uint32_t key;

	if (text.n == 0)
		return;
	number_thread(t, in, &h);
	if (span_is(row, "thread_name"))
		key = h.thread;
	else if (kind == LABEL_PROCESS || span_is(row, "process_name"))
		key = h.process;
	else
		return;
	XARRAY_PUSH(t->labels, t->nlabels, &t->labels_cap,
	    (struct label){kind, key, xpool_add(t->texts, text)});
}

void
link_table_add(struct link_table *t, struct tsv *in)
{
	struct span cat = tsv_field(in, t->column.cat);
	struct span ph = tsv_field(in, t->column.ph);

	if (category_group(cat, ph) == GROUP_GPU)
		add_gpu(t, in);
	else if (span_is(cat, "ac2g"))
		add_flow(t, in);
	else if (span_is(cat, "user_annotation"))
		add_host(t, in, HOST_ANNOTATION);
	else if (span_is(cat, "cpu_op"))
		add_host(t, in, HOST_OPERATOR);
	else if (t->frames && span_is(cat, "python_function"))
		add_host(t, in, HOST_FRAME);
	else if (category_is_call(cat))
		add_host(t, in, HOST_CALL);
	else if (span_is(ph, "M"))
		add_label(t, in);
}

/* Of several names, the first in byte order. */
static void
place_labels(struct link_table *t, const uint32_t *place)
{
	size_t n = pool_count(t->texts);

	for (int kind = 0; kind < LABELS; kind++) {
		t->label[kind] = xcalloc(n + 1, sizeof *t->label[kind]);
		for (size_t i = 0; i < n; i++)
			t->label[kind][i] = HOST_NONE;
	}
	for (size_t i = 0; i < t->nlabels; i++) {
		const struct label *l = &t->labels[i];
		uint32_t *label = &t->label[l->kind][place[l->key]];

		if (place[l->text] < *label)
			*label = place[l->text];
	}
}

void
link_table_end(struct link_table *t)
{
	uint32_t *place;

	if (event_sort(&t->gpu) || pool_sorted(t->texts, &t->text, &place))
		die_memory();
	place_labels(t, place);
	host_sort(t->host, t->n, place, t->column.event < 0);
	free(place);
	for (size_t i = 0; i < t->n; i++)
		if (t->host[i].kind == HOST_OPERATOR &&
		    t->host[i].id >= t->ids_end)
			t->ids_end = t->host[i].id + 1;
}
