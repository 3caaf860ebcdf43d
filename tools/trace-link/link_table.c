/*
 * All texts of the host have numbers from one pool: names, and keys made of
 * other fields, which tell scopes, processes and threads apart. They are put in
 * byte order at the end, so that nothing depends on the order of the input.
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/meaning/event_category.h"
#include "tools/trace-link/gaps.h"
#include "tools/trace-link/link_table.h"

const char *const link_table_details[TABLE_DETAILS] = {
    "input_dims", "input_type", "input_strides", "concrete_inputs"};

enum stack { CALLS, FRAMES, ANNOTATIONS, ANYWHERE, STACKS };

static void
enter_annotation(struct call_tree *t, struct host_stacks *s,
    const struct host *h, uint32_t row)
{
	const struct host *a = &h[row];

	t->parent[row] =
	    host_stacks_top(&s[ANNOTATIONS], h, a->thread, a->start);
	t->around[row] = host_stacks_top(&s[ANYWHERE], h, a->scope, a->start);
	host_stacks_push(&s[ANNOTATIONS], a->thread, row);
	host_stacks_push(&s[ANYWHERE], a->scope, row);
}

static void
enter_call(struct call_tree *t, struct host_stacks *s, const struct host *h,
    uint32_t row)
{
	const struct host *c = &h[row];

	t->around[row] = host_stacks_top(&s[ANYWHERE], h, c->scope, c->start);
	t->annotation[row] =
	    host_stacks_top(&s[ANNOTATIONS], h, c->thread, c->start);
	t->frame[row] = host_stacks_top(&s[FRAMES], h, c->thread, c->start);
	t->parent[row] = host_stacks_enter(&s[CALLS], h, row, NULL);
}

static void
place(struct call_tree *t, struct host_stacks *s, const struct host *h,
    uint32_t row)
{
	switch (h[row].kind) {
	case HOST_ANNOTATION:
		enter_annotation(t, s, h, row);
		break;
	case HOST_FRAME:
		t->parent[row] = host_stacks_enter(&s[FRAMES], h, row, NULL);
		break;
	case HOST_CALL:
		enter_call(t, s, h, row);
		break;
	default:
		t->frame[row] =
		    host_stacks_top(&s[FRAMES], h, h[row].thread, h[row].start);
		t->parent[row] = host_stacks_enter(&s[CALLS], h, row, NULL);
	}
}

void
call_tree_build(
    struct call_tree *t, const struct host *h, size_t n, size_t texts)
{
	struct host_stacks stack[STACKS] = {{0}};

	*t = (struct call_tree){xnones(n), xnones(n), xnones(n), xnones(n)};
	for (size_t i = 0; i < STACKS; i++)
		host_stacks_init(&stack[i], n, texts);
	for (size_t i = 0; i < n; i++)
		place(t, stack, h, (uint32_t)i);
	for (size_t i = 0; i < STACKS; i++)
		host_stacks_free(&stack[i]);
}

void
call_tree_free(struct call_tree *t)
{
	free(t->parent);
	free(t->annotation);
	free(t->around);
	free(t->frame);
	*t = (struct call_tree){0};
}

bool
link_table_has_details(const struct link_table *t)
{
	for (int i = 0; i < TABLE_DETAILS; i++)
		if (t->column.detail[i] != TSV_MISSING)
			return true;
	return false;
}

void
link_table_open(struct link_table *t, struct tsv *in, bool frames)
{
	*t = (struct link_table){.frames = frames};
	xhost_open(&t->rows, in);
	t->column.label = xtsv_optional(in, "label");
	t->column.process_label = xtsv_optional(in, "process_label");
	t->column.kernel = xtsv_optional(in, "kernel");
	for (size_t i = 0; i < TABLE_DETAILS; i++)
		t->column.detail[i] = xtsv_optional(in, link_table_details[i]);
	if (event_open(&t->gpu, in, true))
		die("%s", tsv_error(in));
}

void
link_table_free(struct link_table *t)
{
	event_free(&t->gpu);
	xhost_free(&t->rows);
	free(t->correlation);
	free(t->host);
	free(t->text);
	for (int kind = 0; kind < LABELS; kind++)
		free(t->label[kind]);
	free(t->labels);
	free(t->load);
	free(t->launch);
	call_tree_free(&t->tree);
}

static void
add_gpu(struct link_table *t, struct tsv *in)
{
	size_t n = t->gpu.n;

	if (event_add(&t->gpu, in))
		die("%s", tsv_error(in));
	ARRAY_RESERVE(t->correlation, &t->correlations_cap, n + 1);
	t->correlation[n] = xhost_id(&t->rows, in, t->rows.correlation);
}

static uint32_t
number_details(struct link_table *t, const struct tsv *in)
{
	struct buf *all = &t->rows.key;

	all->n = 0;
	for (size_t i = 0; i < TABLE_DETAILS; i++)
		xhost_add_field(all, in, t->column.detail[i]);
	return pool_add(t->rows.texts, buf_span(all));
}

/* The text of a call's kernel, copy or memset; empty if it tells none. */
static uint32_t
number_launched(struct link_table *t, const struct tsv *in)
{
	struct span kernel = tsv_field_or_none(in, t->column.kernel);
	struct span name = tsv_field(in, t->gpu.column.name);

	if (kernel.n == 0 && span_has(name, "Memcpy"))
		kernel = span_of(TABLE_COPY);
	else if (kernel.n == 0 && span_has(name, "Memset"))
		kernel = span_of(TABLE_SET);
	return pool_add(t->rows.texts, kernel);
}

/* Rows without a time or a duration hold nothing and are passed over. */
static void
add_host(struct link_table *t, struct tsv *in, enum host_kind kind)
{
	struct host h;

	if (!xhost_row(&t->rows, in, kind, &h))
		return;
	if (t->n == EVENT_MOST)
		die("%s: more than 2147483647 events", tsv_file(in));
	h.details = h.name;
	if (kind == HOST_CALL) {
		h.details = number_launched(t, in);
		h.correlation = xhost_id(&t->rows, in, t->rows.correlation);
	} else if (kind == HOST_OPERATOR) {
		h.details = number_details(t, in);
	}
	ARRAY_PUSH(t->host, t->n, &t->cap, h);
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
	xhost_thread(&t->rows, in, &h);
	if (span_is(row, "thread_name"))
		key = h.thread;
	else if (kind == LABEL_PROCESS || span_is(row, "process_name"))
		key = h.process;
	else
		return;
	ARRAY_PUSH(t->labels, t->nlabels, &t->labels_cap,
	    (struct label){kind, key, pool_add(t->rows.texts, text)});
}

static void
add_load(struct link_table *t, struct tsv *in)
{
	struct host h;

	if (xhost_row(&t->rows, in, HOST_FRAME, &h))
		ARRAY_PUSH(t->load, t->loads, &t->loads_cap,
		    (struct code_load){h.scope, {h.start, h.end}});
}

static void
end_ids(struct link_table *t, int64_t id)
{
	if (id >= t->ids_end && id < TABLE_IDS_MOST)
		t->ids_end = id + 1;
}

static void
add_row(struct link_table *t, struct tsv *in)
{
	struct span cat = tsv_field(in, t->rows.cat);
	struct span ph = tsv_field(in, t->rows.ph);
	int64_t id;

	/* Numbers of a recording come behind those of all events, not only
	 * operators: tables that name either an operator or a call tell them
	 * apart. */
	if (t->rows.event >= 0 && tsv_int(in, t->rows.event, &id) > 0)
		end_ids(t, id);
	if (event_category_is_gpu(cat))
		add_gpu(t, in);
	else if (span_is(cat, "ac2g"))
		xhost_flow(&t->rows, in);
	else if (span_is(cat, "user_annotation"))
		add_host(t, in, HOST_ANNOTATION);
	else if (span_is(cat, "cpu_op"))
		add_host(t, in, HOST_OPERATOR);
	else if (t->frames && span_is(cat, "python_function"))
		add_host(t, in, HOST_FRAME);
	else if (event_category_is_call(cat))
		add_host(t, in, HOST_CALL);
	else if (span_is(ph, "M"))
		add_label(t, in);
	else if (t->gaps && gaps_loads(cat, tsv_field(in, t->rows.name)))
		add_load(t, in);
}

/* Of several names, the first in byte order. */
static void
place_labels(struct link_table *t, const uint32_t *place)
{
	size_t n = pool_count(t->rows.texts);

	for (int kind = 0; kind < LABELS; kind++)
		t->label[kind] = xnones(n);
	for (size_t i = 0; i < t->nlabels; i++) {
		const struct label *l = &t->labels[i];
		uint32_t *label = &t->label[l->kind][place[l->key]];

		if (place[l->text] < *label)
			*label = place[l->text];
	}
}

void
link_table_read(struct link_table *t, struct tsv *in)
{
	uint32_t *place;

	while (xtsv_next(in))
		add_row(t, in);
	event_sort(&t->gpu);
	t->text = pool_sorted(t->rows.texts, &place);
	event_forget_order(&t->gpu);
	place_labels(t, place);
	host_sort(t->host, t->n, place, t->rows.event < 0);
	for (size_t i = 0; i < t->loads; i++)
		t->load[i].scope = place[t->load[i].scope];
	free(place);
	for (size_t i = 0; i < t->n; i++)
		if (t->host[i].kind == HOST_OPERATOR)
			end_ids(t, t->host[i].id);
	call_tree_build(&t->tree, t->host, t->n, pool_count(t->rows.texts));
}
