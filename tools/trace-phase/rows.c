#include <stdlib.h>
#include <strings.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/meaning/category.h"
#include "tools/trace-phase/methods.h"
#include "tools/trace-phase/phase.h"
#include "tools/trace-phase/rows.h"

static void
find_columns(struct row_columns *c, const struct tsv *in)
{
	c->ts = xtsv_column(in, "ts_us", "trace-extract");
	c->name = xtsv_column(in, "name", "trace-extract");
	c->cat = xtsv_optional(in, "cat");
	c->rank = xtsv_optional(in, "rank");
	c->file = xtsv_optional(in, "file");
	c->device = xtsv_optional(in, "device");
	c->launch_ts = xtsv_optional(in, "launch_ts_us");
	c->launch = xtsv_optional(in, "launch");
	c->annotation = xtsv_optional(in, "annotation_path");
	if (c->annotation == TSV_MISSING)
		c->annotation = xtsv_optional(in, "annotation");
	c->op = xtsv_optional(in, "cpu_op");
	c->op_id = xtsv_optional(in, "op_id");
	c->dims = xtsv_optional(in, "input_dims");
	c->dur = xtsv_optional(in, "dur_us");
	c->stream = xtsv_optional(in, "stream");
	c->path = xtsv_optional(in, "path");
	c->position = xtsv_optional(in, "position");
	c->step = xtsv_optional(in, "step");
	label_find(&c->label, in);
}

/* Ends the program where the rows lack what the method goes by. */
static void
check_columns(
    const struct options *o, const struct row_columns *c, const struct tsv *in)
{
	enum method m = o->method;
	const char *name = method_names[m];
	bool operators = m == METHOD_ATTENTION_PATTERNS ||
	    m == METHOD_FRAMEWORK_APIS || m == METHOD_GEMM_PARAMS ||
	    m == METHOD_HYBRID || m == METHOD_OPERATION_FREQUENCY;

	if (m == METHOD_REPETITION)
		die("%s: method %s needs cycles, but these are events: "
		    "use it after trace-cycles",
		    tsv_file(in), name);
	if (operators && (c->op < 0 || c->op_id < 0))
		die("%s: method %s needs operators: trace-extract -c "
		    "gpu,host | trace-link adds them",
		    tsv_file(in), name);
	if (m == METHOD_GEMM_PARAMS && c->dims < 0)
		die("%s: method %s needs shapes: trace-extract -c "
		    "gpu,host -a 'Input Dims' | trace-link adds them",
		    tsv_file(in), name);
}

/* The number of several fields together. */
static uint32_t
number(struct rows *t, struct pool *pool, const struct tsv *in,
    const int *column, int n)
{
	return label_key_number(pool, &t->key, in, column, n);
}

/* What the method says of a kernel by itself. */
static struct verdict
ask(enum method m, const struct about *a)
{
	struct verdict v = {PHASE_EMPTY, "", ""};

	switch (m) {
	case METHOD_ATTENTION_PATTERNS:
		return method_attention_patterns(a);
	case METHOD_FRAMEWORK_APIS:
		return method_framework_apis(a);
	case METHOD_GEMM_PARAMS:
		return method_gemm_params(a);
	case METHOD_KERNEL_NAMES:
		return method_kernel_names(a);
	case METHOD_HYBRID:
		v = method_kernel_names(a);
		if (v.phase == PHASE_EMPTY)
			v = method_framework_apis(a);
		return v.phase == PHASE_EMPTY ? method_attention_patterns(a)
					      : v;
	default:
		return v;
	}
}

static uint32_t
number_about(struct rows *t, const struct tsv *in)
{
	const struct row_columns *c = &t->column;
	uint32_t known = pool_count(t->abouts);
	uint32_t id =
	    number(t, t->abouts, in, (int[]){c->name, c->op, c->dims}, 3);
	struct buf name = {0}, op = {0};
	struct about a;

	if (id < known)
		return id;
	words_lower(&name, tsv_field_or_none(in, c->name));
	words_lower(&op, tsv_field_or_none(in, c->op));
	ARRAY_RESERVE(t->says, &t->says_cap, id + 1u);
	a = (struct about){buf_span(&name), buf_span(&op),
	    tsv_field_or_none(in, c->dims), t->options->threshold};
	t->says[id] = (struct row_says){.verdict = ask(t->options->method, &a),
	    .tokens = method_gemm_rows(&a)};
	buf_free(&name);
	buf_free(&op);
	return id;
}

/*
 * The number of the operator, or else the call, that launched this; counts it
 * when it is met first.
 */
static uint32_t
number_launcher(struct rows *t, const struct tsv *in)
{
	const struct row_columns *c = &t->column;
	bool is_op = tsv_field_or_none(in, c->op).n > 0;
	int name = is_op ? c->op : c->launch;
	int instance[] = {
	    name, is_op ? c->op_id : c->launch_ts, c->rank, c->file};
	uint32_t known = pool_count(t->launchers), id;
	uint32_t instances = pool_count(t->instances);

	if (tsv_field_or_none(in, name).n == 0)
		return ROWS_NO_NUMBER;
	id = pool_add(t->launchers, tsv_field_or_none(in, name));
	ARRAY_RESERVE(t->launches, &t->launches_cap, id + 1u);
	if (id == known)
		t->launches[id] = 0;
	if (number(t, t->instances, in, instance, 4) == instances)
		t->launches[id]++;
	return id;
}

static struct verdict
by_annotation(enum phase p)
{
	return (struct verdict){
	    p, "launched within an annotation of ", phase_name(p)};
}

/* What the row says of itself, as far as the method asks. */
static struct verdict
judge(const struct rows *t, const struct tsv *in, const struct row *r)
{
	enum method m = t->options->method;
	enum phase p = PHASE_EMPTY;

	if (r->stands)
		return (struct verdict){
		    label_read(&t->column.label, in), "", ""};
	if (m == METHOD_BEST || m == METHOD_ANNOTATION)
		p = phase_of_annotations(
		    tsv_field_or_none(in, t->column.annotation));
	return by_annotation(p);
}

/* A time in a column, or ROWS_NO_TIME where there is none. */
static int64_t
read_time(struct tsv *in, int column)
{
	return tsv_field_or_none(in, column).n ? xtsv_us(in, column)
					       : ROWS_NO_TIME;
}

static bool
is_kernel(const struct rows *t, const struct tsv *in)
{
	return t->column.cat < 0 ||
	    strncasecmp(tsv_field(in, t->column.cat).p, "kernel", 6) == 0;
}

static void
add_note(struct rows *t, struct tsv *in, bool gpu)
{
	const struct row_columns *c = &t->column;
	enum phase p = phase_of_annotation(tsv_field(in, t->column.name));
	int64_t ts = read_time(in, t->column.ts);

	t->annotated = true;
	if (p == PHASE_EMPTY || ts == ROWS_NO_TIME)
		return;
	ARRAY_PUSH(t->note, t->nnotes, &t->notes_cap,
	    (struct note){by_annotation(p), ts,
		number(t, t->runs, in, (int[]){c->rank, c->file}, 2),
		number(t, t->gpus, in, (int[]){c->rank, c->file, c->device}, 3),
		gpu});
}

static bool
is_gpu(const struct rows *t, const struct tsv *in)
{
	struct span none = {"", 0};

	return t->column.cat < 0 ||
	    category_group(tsv_field(in, t->column.cat), none) == GROUP_GPU;
}

enum evidence
rows_kind(const struct rows *t, const struct row *r)
{
	const struct row_says *says = &t->says[r->about];

	return names_kind(
	    names_get(&t->names, r->name), says->tokens, t->options->threshold);
}

/* A kernel of a cycle of its own stream; others are beside it. */
static uint32_t
add_to_cycle(struct rows *t, struct tsv *in, const struct row *r)
{
	const struct row_columns *c = &t->column;
	int64_t dur = tsv_field_or_none(in, c->dur).n ? xtsv_us(in, c->dur) : 0;
	struct path_event e = {.path = tsv_field_or_none(in, c->path),
	    .run = r->run,
	    .gpu = r->device,
	    .ts = r->ts,
	    .dur = dur,
	    .kind = rows_kind(t, r),
	    .says = names_get(&t->names, r->name)};

	if (c->path < 0 || !is_kernel(t, in))
		return PATH_NONE;
	paths_time(&t->paths, e.gpu, dur);
	if (c->position >= 0 && tsv_field(in, c->position).n == 0)
		e.path.n = 0;
	e.stream = number(t, t->streams, in,
	    (int[]){c->rank, c->file, c->device, c->stream}, 4);
	return paths_add(&t->paths, &e);
}

/* A copy has none: it may prepare the next step. */
static uint32_t
number_step(struct rows *t, const struct tsv *in)
{
	const struct row_columns *c = &t->column;

	if (!is_kernel(t, in) || tsv_field_or_none(in, c->step).n == 0)
		return ROWS_NO_NUMBER;
	return number(
	    t, t->steps, in, (int[]){c->rank, c->file, c->device, c->step}, 4);
}

/* What the method asks about: that takes most of the time of a row. */
static void
number_evidence(struct rows *t, struct tsv *in, struct row *r)
{
	enum method m = t->options->method;

	if (m != METHOD_ANNOTATION)
		r->about = number_about(t, in);
	if (m == METHOD_HYBRID || m == METHOD_OPERATION_FREQUENCY)
		r->launcher = number_launcher(t, in);
	if (m == METHOD_BEST) {
		r->name = names_number(&t->names, tsv_field(in, t->column.name),
		    tsv_field_or_none(in, t->column.op));
		r->repeat = add_to_cycle(t, in, r);
		r->step = number_step(t, in);
	}
}

void
rows_add(struct rows *t, struct tsv *in)
{
	const struct row_columns *c = &t->column;
	struct span line = tsv_line(in);
	struct row r = {.at = t->lines.n,
	    .n = line.n,
	    .gpu = is_gpu(t, in),
	    .launcher = ROWS_NO_NUMBER,
	    .repeat = PATH_NONE,
	    .step = ROWS_NO_NUMBER};

	if (r.gpu) {
		r.ts = read_time(in, c->ts);
		r.launch = read_time(in, c->launch_ts);
		r.run = number(t, t->runs, in, (int[]){c->rank, c->file}, 2);
		r.device = number(
		    t, t->gpus, in, (int[]){c->rank, c->file, c->device}, 3);
		r.stands = tsv_field_or_none(in, c->label.phase).n > 0;
		number_evidence(t, in, &r);
		r.verdict = judge(t, in, &r);
	} else if (c->cat >= 0) {
		struct span cat = tsv_field(in, c->cat);

		if (span_ends(cat, "user_annotation"))
			add_note(t, in, span_is(cat, "gpu_user_annotation"));
	}
	buf_add(&t->lines, line.p, line.n);
	ARRAY_PUSH(t->row, t->n, &t->cap, r);
}

void
rows_open(struct rows *t, const struct options *o, const struct tsv *in)
{
	*t = (struct rows){.options = o};
	find_columns(&t->column, in);
	check_columns(o, &t->column, in);
	t->annotated = t->column.annotation >= 0;
	t->runs = pool_new();
	t->gpus = pool_new();
	t->abouts = pool_new();
	t->instances = pool_new();
	t->launchers = pool_new();
	t->streams = pool_new();
	t->steps = pool_new();
	names_open(&t->names);
	paths_open(&t->paths);
}

void
rows_free(struct rows *t)
{
	pool_free(t->runs);
	pool_free(t->gpus);
	pool_free(t->abouts);
	pool_free(t->instances);
	pool_free(t->launchers);
	pool_free(t->streams);
	pool_free(t->steps);
	names_close(&t->names);
	paths_close(&t->paths);
	buf_free(&t->key);
	buf_free(&t->lines);
	free(t->row);
	free(t->note);
	free(t->says);
	free(t->launches);
}
