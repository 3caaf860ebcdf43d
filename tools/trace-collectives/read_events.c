#include <stdlib.h>
#include <string.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "common/cli/xrules.h"
#include "tools/trace-collectives/read_events.h"

/* Names of trace-extract's columns for the arguments of a collective. */
static const char *const columns[SHAPE_FIELDS] = {
    [SHAPE_KERNEL] = "name",
    [SHAPE_NAME] = "collective_name",
    [SHAPE_DTYPE] = "dtype",
    [SHAPE_IN_NELEMS] = "in_msg_nelems",
    [SHAPE_OUT_NELEMS] = "out_msg_nelems",
    [SHAPE_IN_SPLIT] = "in_split_size",
    [SHAPE_OUT_SPLIT] = "out_split_size",
    [SHAPE_GROUP_SIZE] = "group_size",
    [SHAPE_GROUP] = "process_group_name",
    [SHAPE_RANKS] = "process_group_ranks",
};

/* Facts from a kernel's name, found once. */
struct known_name {
	bool communicates;
	uint32_t collective; /* if the trace tells none */
};

/* Arguments that an operator recorded; SHAPE_KERNEL is its own name. */
struct record {
	uint32_t text[SHAPE_FIELDS];
	bool doubled; /* another one of the same id says something else */
};

/* A kernel that says nothing itself. */
struct wanting {
	size_t event;
	uint32_t key;
};

struct table {
	struct job *job;
	struct tsv *in;
	int ts, dur, cat, stream, correlation, external_id, event, step, layer;
	int field[SHAPE_FIELDS];

	struct rules *rules;
	struct pool *names;
	struct known_name *name; /* by the number of the name */
	size_t name_cap;

	struct origins origins;
	struct pool *keys; /* rank and external id */
	struct record *record;
	size_t record_cap;
	struct wanting *wanting;
	size_t wants, wanting_cap;
	int64_t rows;
};

static void
find_columns(struct table *t)
{
	t->ts = xkey_column(t->in, "ts_us");
	t->dur = xkey_column(t->in, "dur_us");
	t->cat = xtsv_optional(t->in, "cat");
	t->stream = xtsv_optional(t->in, "stream");
	t->correlation = xtsv_optional(t->in, "correlation");
	t->external_id = xtsv_optional(t->in, "external_id");
	t->event = xtsv_optional(t->in, "event");
	t->step = xtsv_optional(t->in, "step");
	t->layer = xtsv_optional(t->in, "layer");
	t->field[SHAPE_KERNEL] = xkey_column(t->in, "name");
	for (int i = SHAPE_KERNEL + 1; i < SHAPE_FIELDS; i++)
		t->field[i] = xtsv_optional(t->in, columns[i]);
}

/* Names of kernels that are not of NCCL: no trace tells their collective. */
static const struct {
	const char *part, *collective;
} kernels[] = {
    {"cross_device_reduce", "allreduce"},
    {"quickreduce", "allreduce"},
    {"allreduce", "allreduce"},
    {"all_reduce", "allreduce"},
    {"allgather", "allgather"},
    {"all_gather", "allgather"},
    {"reducescatter", "reducescatter"},
    {"reduce_scatter", "reducescatter"},
};

/*
 * Which collective a kernel is by its rule or its name. Those of NCCL and RCCL
 * are named by the framework alone, as one may be several collectives.
 */
static struct span
collective_of(struct span category, struct span kernel)
{
	enum kind kind = kind_of(category);

	if (kind != KIND_UNKNOWN && kind != KIND_OTHER)
		return category;
	if (ascii_has(kernel, span_of("nccl")) ||
	    ascii_has(kernel, span_of("rccl")))
		return span_of("");
	for (size_t i = 0; i < COUNT(kernels); i++)
		if (ascii_has(kernel, span_of(kernels[i].part)))
			return span_of(kernels[i].collective);
	return span_of("");
}

static struct known_name
know(const struct table *t, struct span name)
{
	struct rules_labels labels;
	struct known_name k = {.communicates = false};

	if (rules_work(t->rules, name) != WORK_COMMUNICATION)
		return k;
	rules_label(t->rules, name, &labels);
	k.communicates = true;
	k.collective =
	    pool_add(t->job->texts, collective_of(labels.category, name));
	return k;
}

static const struct known_name *
known_name(struct table *t, struct span name)
{
	uint32_t known = pool_count(t->names), id = pool_add(t->names, name);

	if (id == known)
		ARRAY_PUSH(t->name, known, &t->name_cap, know(t, name));
	return &t->name[id];
}

/* True when it says anything. */
static bool
read_fields(struct table *t, uint32_t text[SHAPE_FIELDS])
{
	bool any = false;

	for (int i = 0; i < SHAPE_FIELDS; i++) {
		text[i] = pool_add(
		    t->job->texts, tsv_field_or_none(t->in, t->field[i]));
		any |= i != SHAPE_KERNEL && text[i];
	}
	return any;
}

static uint32_t
key_of_record(struct table *t, uint32_t rank)
{
	struct span id = tsv_field_or_none(t->in, t->external_id);
	struct buf key = {0};
	uint32_t known = pool_count(t->keys), n;

	buf_add_int(&key, rank);
	BUF_ADD_ALL(&key, span_of("\t"), id);
	n = pool_add(t->keys, buf_span(&key));
	buf_free(&key);
	if (n == known)
		ARRAY_PUSH(t->record, known, &t->record_cap,
		    (struct record){.doubled = false});
	return n;
}

static void
add_record(struct table *t, uint32_t rank)
{
	struct record new = {.doubled = false}, *r;
	uint32_t key;

	if (!read_fields(t, new.text) ||
	    tsv_field_or_none(t->in, t->external_id).n == 0)
		return;
	key = key_of_record(t, rank); /* may move t->record */
	r = &t->record[key];
	new.doubled = r->doubled ||
	    (r->text[SHAPE_KERNEL] &&
		memcmp(r->text, new.text, sizeof new.text) != 0);
	*r = new;
}

/*
 * Profilers of 2021 to 2023 gave kernels their correlation as external id, too:
 * such a number is no operator's.
 */
static bool
has_operator(const struct table *t)
{
	struct span id = tsv_field_or_none(t->in, t->external_id);

	return id.n &&
	    !span_equal(id, tsv_field_or_none(t->in, t->correlation));
}

static void
add_kernel(struct table *t, uint32_t rank, uint32_t collective)
{
	struct interval when = xtsv_start_and_duration(t->in, t->ts, t->dur);
	struct event e = {.start = when.start,
	    .duration = when.end - when.start,
	    .place = t->rows,
	    .rank = rank};
	uint32_t text[SHAPE_FIELDS];
	bool says = read_fields(t, text);

	if (t->event != TSV_MISSING)
		e.place = xtsv_int(t->in, t->event);
	if (text[SHAPE_NAME] == 0)
		text[SHAPE_NAME] = collective;
	e.shape = job_shape(t->job, text);
	e.stream = pool_add(t->job->texts, tsv_field_or_none(t->in, t->stream));
	e.step = pool_add(t->job->texts, tsv_field_or_none(t->in, t->step));
	e.layer = pool_add(t->job->texts, tsv_field_or_none(t->in, t->layer));
	if (!says && has_operator(t)) {
		ARRAY_PUSH(t->wanting, t->wants, &t->wanting_cap,
		    (struct wanting){t->job->events, key_of_record(t, rank)});
	}
	ARRAY_PUSH(t->job->event, t->job->events, &t->job->event_cap, e);
}

static bool
is_kernel(const struct table *t)
{
	return t->cat == TSV_MISSING ||
	    span_is(tsv_field(t->in, t->cat), "kernel");
}

/* Gives the kernels that say nothing what their operators recorded. */
static void
complete(struct table *t)
{
	for (size_t i = 0; i < t->wants; i++) {
		struct event *e = &t->job->event[t->wanting[i].event];
		const struct record *r = &t->record[t->wanting[i].key];
		uint32_t text[SHAPE_FIELDS];

		if (r->doubled || r->text[SHAPE_KERNEL] == 0)
			continue;
		memcpy(text, r->text, sizeof text);
		text[SHAPE_KERNEL] = shape_of(t->job, e)->text[SHAPE_KERNEL];
		e->shape = job_shape(t->job, text);
	}
}

static void
table_free(struct table *t)
{
	rules_free(t->rules);
	pool_free(t->names);
	pool_free(t->keys);
	free(t->name);
	buf_free(&t->origins.last);
	free(t->record);
	free(t->wanting);
}

struct reading
read_job(struct job *j, struct tsv *in, const struct options *o)
{
	struct table t = {.job = j,
	    .in = in,
	    .rules = xrules_open(o->rules, NULL),
	    .names = pool_new(),
	    .keys = pool_new()};
	struct reading r = {.told = false};

	find_columns(&t);
	origins_open(&t.origins, j, in);
	r.told = t.field[SHAPE_NAME] != TSV_MISSING;
	for (; xtsv_next(in); t.rows++) {
		struct span name = tsv_field(in, t.field[SHAPE_KERNEL]);
		uint32_t rank = origins_rank(&t.origins);
		const struct known_name *known;

		if (span_is(name, "record_param_comms")) {
			add_record(&t, rank);
			continue;
		}
		known = is_kernel(&t) ? known_name(&t, name) : NULL;
		if (known && known->communicates)
			add_kernel(&t, rank, known->collective);
	}
	origins_check(&t.origins);
	complete(&t);
	r.placed = t.origins.placed && t.origins.file != TSV_MISSING;
	r.ranked = !t.origins.placed;
	table_free(&t);
	return r;
}
