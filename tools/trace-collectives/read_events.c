#include <stdlib.h>
#include <string.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "tools/trace-collectives/read_events.h"

struct name_rule {
	regex_t pattern;
	struct buf collective;
};

void
names_free(struct names *names)
{
	for (size_t i = 0; i < names->n; i++) {
		regfree(&names->rule[i].pattern);
		buf_free(&names->rule[i].collective);
	}
	free(names->rule);
	buf_free(&names->text);
	*names = (struct names){0};
}

/* The text with a NUL after it. */
static void
set_text(struct names *names, struct span text)
{
	names->text.n = 0;
	buf_add(&names->text, text.p, text.n);
	buf_add(&names->text, "", 1);
}

int
names_add(struct names *names, struct span pattern, struct span collective)
{
	struct name_rule rule = {.collective = {0}};
	int wrong;

	set_text(names, pattern);
	ARRAY_RESERVE(names->rule, &names->cap, names->n + 1);
	wrong = regcomp(&rule.pattern, names->text.p, REG_EXTENDED | REG_NOSUB);
	if (wrong)
		return wrong;
	buf_add(&rule.collective, collective.p, collective.n);
	names->rule[names->n++] = rule;
	return 0;
}

bool
names_find(struct names *names, struct span kernel, struct span *collective)
{
	bool reduce = ascii_has(kernel, span_of("cross_device_reduce"));

	*collective = span_of("");
	if (names->n)
		set_text(names, kernel);
	for (size_t i = 0; i < names->n; i++)
		if (regexec(&names->rule[i].pattern, names->text.p, 0, NULL,
			0) == 0) {
			*collective = buf_span(&names->rule[i].collective);
			return true;
		}
	if (reduce)
		*collective = span_of("allreduce");
	return reduce || ascii_has(kernel, span_of("nccl")) ||
	    ascii_has(kernel, span_of("rccl"));
}

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
	bool record; /* it is the operator that records parameters */
	uint32_t collective;
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

	struct names rules;
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

static void
read_rules(struct names *rules, const char *path)
{
	struct tsv *in = xtsv_open_file(path);
	int pattern = xtsv_column(in, "pattern", "a table of rules");
	int collective = xtsv_column(in, "collective", "a table of rules");

	while (xtsv_next(in)) {
		struct span text = tsv_field(in, pattern);

		if (names_add(rules, text, tsv_field(in, collective)))
			xtsv_fail(in, "not a regular expression", text);
	}
	tsv_close(in);
}

static struct known_name
know(struct table *t, struct span name)
{
	struct known_name k = {.record = span_is(name, "record_param_comms")};
	struct span collective;

	k.communicates = names_find(&t->rules, name, &collective);
	k.collective = pool_add(t->job->texts, collective);
	return k;
}

static const struct known_name *
known_name(struct table *t)
{
	struct span name = tsv_field(t->in, t->field[SHAPE_KERNEL]);
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
add_kernel(struct table *t, uint32_t rank, const struct known_name *name)
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
		text[SHAPE_NAME] = name->collective;
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

/* A kernel of the GPU, and not a part of something else? */
static bool
is_kernel(const struct table *t)
{
	if (t->cat != TSV_MISSING &&
	    !span_is(tsv_field(t->in, t->cat), "kernel"))
		return false;
	return (t->correlation == TSV_MISSING &&
		   t->external_id == TSV_MISSING) ||
	    tsv_field_or_none(t->in, t->correlation).n ||
	    tsv_field_or_none(t->in, t->external_id).n;
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
	names_free(&t->rules);
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
	struct table t = {
	    .job = j, .in = in, .names = pool_new(), .keys = pool_new()};
	struct reading r = {.told = false};

	if (o->rules)
		read_rules(&t.rules, o->rules);
	find_columns(&t);
	origins_open(&t.origins, j, in);
	r.told = t.field[SHAPE_NAME] != TSV_MISSING;
	for (; xtsv_next(in); t.rows++) {
		const struct known_name *name = known_name(&t);
		uint32_t rank = origins_rank(&t.origins);

		if (name->record)
			add_record(&t, rank);
		else if (name->communicates && is_kernel(&t))
			add_kernel(&t, rank, name);
	}
	origins_check(&t.origins);
	complete(&t);
	r.placed = t.origins.placed && t.origins.file != TSV_MISSING;
	r.ranked = !t.origins.placed;
	table_free(&t);
	return r;
}
