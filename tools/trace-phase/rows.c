#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "common/meaning/event_category.h"
#include "tools/trace-phase/phase.h"
#include "tools/trace-phase/rows.h"

static void
find_columns(struct row_columns *c, const struct tsv *in, bool anew)
{
	c->ts = xtsv_column(in, "ts_us", "trace-extract");
	c->name = xtsv_column(in, "name", "trace-extract");
	c->cat = xtsv_optional(in, "cat");
	c->launch_ts = xtsv_optional(in, "launch_ts_us");
	c->annotation = xtsv_optional(in, "annotation_path");
	if (c->annotation == TSV_MISSING)
		c->annotation = xtsv_optional(in, "annotation");
	c->op = xtsv_optional(in, "cpu_op");
	c->dims = xtsv_optional(in, "input_dims");
	c->dur = xtsv_optional(in, "dur_us");
	c->path = xtsv_optional(in, "path");
	c->position = xtsv_optional(in, "position");
	c->step = xtsv_optional(in, "step");
	label_find(&c->label, in, anew);
}

static uint32_t
number_about(struct rows *t, const struct tsv *in)
{
	const struct row_columns *c = &t->column;
	uint32_t known = pool_count(t->abouts.pool);
	uint32_t id = keys_number(&t->abouts, in);
	struct buf op = {0};

	if (id < known)
		return id;
	buf_add_span(&op, tsv_field_or_none(in, c->op));
	for (size_t i = 0; i < op.n; i++)
		op.p[i] = ascii_lower(op.p[i]);
	ARRAY_RESERVE(t->tokens, &t->tokens_cap, id + 1u);
	t->tokens[id] =
	    tokens_of_gemm(buf_span(&op), tsv_field_or_none(in, c->dims));
	buf_free(&op);
	return id;
}

static struct finding
by_annotation(enum phase p)
{
	return (struct finding){
	    p, "launched within an annotation of ", phase_name(p)};
}

/* The label of a row, or that of its annotation. */
static struct finding
judge(const struct rows *t, const struct tsv *in, const struct row *r)
{
	if (r->stands)
		return (struct finding){
		    label_read(&t->column.label, in), "", ""};
	return by_annotation(
	    phase_of_annotations(tsv_field_or_none(in, t->column.annotation)));
}

static bool
is_kernel(const struct rows *t, const struct tsv *in)
{
	return t->column.cat < 0 ||
	    span_is(tsv_field(in, t->column.cat), "kernel");
}

static void
add_note(struct rows *t, struct tsv *in, bool gpu)
{
	enum phase p = phase_of_annotation(tsv_field(in, t->column.name));
	int64_t ts = xtsv_us_or(in, t->column.ts, ROWS_NO_TIME);

	t->annotated = true;
	if (p == PHASE_EMPTY || ts == ROWS_NO_TIME)
		return;
	ARRAY_PUSH(t->note, t->nnotes, &t->notes_cap,
	    (struct note){by_annotation(p), ts, keys_number(&t->runs, in),
		keys_number(&t->gpus, in), gpu});
}

static bool
is_gpu(const struct rows *t, const struct tsv *in)
{
	return t->column.cat < 0 ||
	    event_category_is_gpu(tsv_field(in, t->column.cat));
}

enum evidence
rows_kind(const struct rows *t, const struct row *r)
{
	return names_kind(&t->names.says[r->name], t->tokens[r->about],
	    t->options->threshold);
}

/* A kernel of a cycle of its own stream; others are beside it. */
static uint32_t
add_to_cycle(struct rows *t, struct tsv *in, const struct row *r, int64_t dur)
{
	const struct row_columns *c = &t->column;
	struct path_event e = {.path = tsv_field_or_none(in, c->path),
	    .run = r->run,
	    .gpu = r->device,
	    .ts = r->ts,
	    .dur = dur,
	    .kind = rows_kind(t, r),
	    .says = &t->names.says[r->name]};

	if (c->path < 0 || !is_kernel(t, in))
		return PATH_NONE;
	paths_time(&t->paths, e.gpu, dur);
	if (c->position >= 0 && tsv_field(in, c->position).n == 0)
		e.path.n = 0;
	e.stream = keys_number(&t->streams, in);
	return paths_add(&t->paths, &e);
}

/* A copy has none: it may prepare the next step. */
static uint32_t
number_step(struct rows *t, const struct tsv *in)
{
	if (!is_kernel(t, in) || tsv_field_or_none(in, t->column.step).n == 0)
		return ROWS_NO_NUMBER;
	return keys_number(&t->steps, in);
}

/* Reads a row's evidence, where the method needs any: most of a row's time. */
static void
number_evidence(struct rows *t, struct tsv *in, struct row *r)
{
	const struct row_columns *c = &t->column;
	int64_t dur;

	if (t->options->method == METHOD_ANNOTATION)
		return;
	dur = xtsv_us_or(in, c->dur, 0);
	r->about = number_about(t, in);
	r->name = names_number(
	    &t->names, tsv_field(in, c->name), tsv_field_or_none(in, c->op));
	names_count(&t->all, &t->names.says[r->name], rows_kind(t, r), 1, dur);
	r->repeat = add_to_cycle(t, in, r, dur);
	r->step = number_step(t, in);
}

void
rows_add(struct rows *t, struct tsv *in)
{
	const struct row_columns *c = &t->column;
	struct row r = {
	    .gpu = is_gpu(t, in), .repeat = PATH_NONE, .step = ROWS_NO_NUMBER};

	if (r.gpu) {
		r.ts = xtsv_us_or(in, c->ts, ROWS_NO_TIME);
		r.launch = xtsv_us_or(in, c->launch_ts, ROWS_NO_TIME);
		r.run = keys_number(&t->runs, in);
		r.device = keys_number(&t->gpus, in);
		r.stands = label_read(&c->label, in) != PHASE_EMPTY;
		number_evidence(t, in, &r);
		r.finding = judge(t, in, &r);
	} else if (c->cat >= 0) {
		struct span cat = tsv_field(in, c->cat);

		if (span_ends(cat, "user_annotation"))
			add_note(t, in, span_is(cat, "gpu_user_annotation"));
	}
	buf_add_span(&t->lines, tsv_line(in));
	buf_add(&t->lines, "\n", 1);
	ARRAY_PUSH(t->row, t->n, &t->cap, r);
}

void
rows_open(struct rows *t, const struct options *o, const struct tsv *in)
{
	*t = (struct rows){.options = o, .all = {.steps = 1}};
	find_columns(&t->column, in, o->anew);
	t->annotated = t->column.annotation >= 0;
	t->runs = keys_open(in, "rank,file");
	t->gpus = keys_open(in, "rank,file,device");
	t->abouts = keys_open(in, "cpu_op,input_dims");
	t->streams = keys_open(in, "rank,file,device,stream");
	t->steps = keys_open(in, "rank,file,device,step");
	names_open(&t->names);
	paths_open(&t->paths);
}

void
rows_free(struct rows *t)
{
	keys_free(&t->runs);
	keys_free(&t->gpus);
	keys_free(&t->abouts);
	keys_free(&t->streams);
	keys_free(&t->steps);
	names_close(&t->names);
	paths_close(&t->paths);
	buf_free(&t->lines);
	free(t->row);
	free(t->note);
	free(t->tokens);
}
