#include "tools/trace-link/print_operators.h"
#include "common/cli/x.h"
#include "tools/trace-link/operator_work.h"

/* Everything that a row is made of. */
struct printer {
	struct tsvw *out;
	const struct link_table *table;
	const struct call_tree *tree;
	const struct launch *launch;
	const struct recording *recording;
	struct operator_works works;
};

static bool
has_details(const struct link_table *t)
{
	for (int i = 0; i < TABLE_DETAILS; i++)
		if (t->column.detail[i] >= 0)
			return true;
	return false;
}

static void
print_header(const struct printer *p)
{
	static const char *const first[] = {"ts_us", "dur_us", "name", "cat",
	    "op_id", "parent_id", "annotation"};
	static const char *const last[] = {"gpu_us", "gpu_events", "kernel"};

	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		tsvw_text(p->out, span_of(first[i]));
	if (p->table->column.label >= 0) {
		tsvw_text(p->out, span_of("process_name"));
		tsvw_text(p->out, span_of("thread_name"));
	}
	for (int i = 0; has_details(p->table) && i < TABLE_DETAILS; i++)
		tsvw_text(p->out, span_of(table_details[i]));
	for (size_t i = 0; i < sizeof last / sizeof *last; i++)
		tsvw_text(p->out, span_of(last[i]));
	xtsvw_end(p->out);
}

/* The row of the launch of an operator's first event. */
static uint32_t
launch_of(const struct printer *p, const struct operator_work *w)
{
	return w ? p->launch[p->table->gpu.order[w->first]].call : HOST_NONE;
}

/* The annotation that holds the launch. */
static struct span
annotation(const struct printer *p, uint32_t call)
{
	uint32_t row =
	    call == HOST_NONE ? HOST_NONE : p->tree->annotation[call];

	return row == HOST_NONE ? span_of("")
				: p->table->text[p->table->host[row].name];
}

static void
print_id(struct tsvw *out, int64_t id)
{
	if (id < 0)
		tsvw_empty(out);
	else
		tsvw_int(out, id);
}

static void
print_labels(const struct printer *p, const struct host *of)
{
	const struct link_table *t = p->table;
	struct place place = {.table = t};

	if (t->column.label < 0)
		return;
	tsvw_field(
	    p->out, call_path_text(&place, t->label[LABEL_NAME][of->process]));
	tsvw_field(
	    p->out, call_path_text(&place, t->label[LABEL_NAME][of->thread]));
}

/* The details stand as fields, with a TAB behind each. */
static void
print_details(
    const struct printer *p, const struct link_table *of, const struct host *op)
{
	struct span all = of->text[op->details];

	if (!has_details(p->table))
		return;
	if (!has_details(of))
		all = span_of("\t\t\t\t");
	for (int i = 0; i < TABLE_DETAILS; i++) {
		const char *end = memchr(all.p, '\t', all.n);
		size_t n = (size_t)(end - all.p);

		tsvw_field(p->out, span_cut(all, 0, n));
		all = span_cut(all, n + 1, all.n);
	}
}

static void
print_work(const struct printer *p, const struct operator_work *w)
{
	const struct events *gpu = &p->table->gpu;
	uint32_t first = w ? gpu->order[w->first] : 0;

	tsvw_us(p->out, w ? w->ns : 0);
	tsvw_int(p->out, w ? w->events : 0);
	tsvw_field(
	    p->out, w ? event_text(gpu, gpu->event[first].name) : span_of(""));
	xtsvw_end(p->out);
}

/* The operator that holds a row; HOST_NONE. */
static uint32_t
operator_around(const struct printer *p, uint32_t row)
{
	do
		row = p->tree->parent[row];
	while (row != HOST_NONE && p->table->host[row].kind != HOST_OPERATOR);
	return row;
}

static void
print_operator(const struct printer *p, uint32_t row)
{
	const struct host *h = &p->table->host[row];
	const struct operator_work *w = operator_works_of(&p->works, h);
	uint32_t parent = operator_around(p, row);

	tsvw_us(p->out, h->start);
	tsvw_us(p->out, h->end - h->start);
	tsvw_field(p->out, p->table->text[h->name]);
	tsvw_field(p->out, span_of("cpu_op"));
	tsvw_int(p->out, h->id);
	print_id(p->out, parent == HOST_NONE ? -1 : p->table->host[parent].id);
	tsvw_field(p->out, annotation(p, launch_of(p, w)));
	print_labels(p, h);
	print_details(p, p->table, h);
	print_work(p, w);
}

/* It ran when its graph was launched; how long it took then, nobody knows. */
static void
print_recorded(const struct printer *p, const struct operator_work *w)
{
	const struct link_table *of = &p->recording->table;
	uint32_t call = launch_of(p, w);
	const struct host *launch = &p->table->host[call];

	tsvw_us(p->out, launch->start);
	tsvw_empty(p->out);
	tsvw_field(p->out, of->text[w->host->name]);
	tsvw_field(p->out, span_of("cpu_op"));
	print_id(p->out, w->id);
	print_id(p->out, w->parent);
	tsvw_field(p->out, annotation(p, call));
	print_labels(p, launch);
	print_details(p, of, w->host);
	print_work(p, w);
}

/* Adds up the work of all operators; launches of graphs lie around what was
 * recorded. */
static void
add_up(struct printer *p)
{
	const struct link_table *t = p->table;
	const struct recording *r = p->recording;
	struct place launch = {.table = t, .tree = p->tree, .since = INT64_MIN};
	struct call_path path = {0};

	for (uint32_t i = 0; i < t->gpu.n; i++) {
		uint32_t event = t->gpu.order[i];
		struct place recorded = {.call = HOST_NONE};

		launch.call = p->launch[event].call;
		if (r)
			recorded = (struct place){.table = &r->table,
			    .tree = &r->tree,
			    .call = r->origins.event[event].call,
			    .since = r->origins.event[event].since,
			    .ids = r->origins.event[event].ids};
		path.n = 0;
		call_path_add_all(&path, &recorded, HOST_OPERATOR, "");
		call_path_add_all(&path, &launch, HOST_OPERATOR, "");
		if (operator_works_add(
			&p->works, &path, &t->gpu.event[event], i, t))
			die_memory();
	}
	call_path_free(&path);
}

void
link_print_operators(struct tsvw *out, const struct link_table *t,
    const struct call_tree *tree, const struct launch *launch,
    const struct recording *r)
{
	struct printer p = {out, t, tree, launch, r, {0}};

	if (operator_works_open(&p.works))
		die_memory();
	add_up(&p);
	print_header(&p);
	for (uint32_t row = 0; row < t->n; row++)
		if (t->host[row].kind == HOST_OPERATOR)
			print_operator(&p, row);
	for (size_t i = 0; i < p.works.n; i++)
		if (p.works.work[i].recorded)
			print_recorded(&p, &p.works.work[i]);
	xtsvw_flush(out);
	operator_works_free(&p.works);
}
