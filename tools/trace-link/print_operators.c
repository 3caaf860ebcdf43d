#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "common/trace/backward.h"
#include "common/trace/host_events.h"
#include "common/trace/launch.h"
#include "tools/trace-link/call_path.h"
#include "tools/trace-link/print_launches.h"

/* Everything that a row is made of. */
struct printer {
	struct tsvw *out;
	const struct link_table *table;
	const struct recording *recording;
	struct operator_works works;
	uint32_t *forward;           /* see backward_find; NULL: not known */
	uint32_t *back;              /* and the other way round */
	struct operator_works backs; /* the work of backward passes */
	struct call_path path;
	struct buf words;
};

static void
print_header(const struct printer *p)
{
	tsvw_titles(p->out,
	    "ts_us dur_us name cat op_id parent_id annotation "
	    "annotation_path");
	if (p->table->column.label >= 0)
		tsvw_titles(p->out, "process_name thread_name");
	if (p->table->column.process_label >= 0)
		tsvw_text(p->out, span_of("process_label"));
	for (int i = 0; link_table_has_details(p->table) && i < TABLE_DETAILS;
	     i++)
		tsvw_text(p->out, span_of(link_table_details[i]));
	tsvw_titles(p->out, "gpu_us gpu_events kernel");
	if (p->forward)
		tsvw_titles(p->out, "forward_id back_us sequence_number");
	if (p->table->frames)
		tsvw_titles(p->out, "stack module");
	if (p->table->rows.rank != TSV_MISSING)
		tsvw_text(p->out, span_of("rank"));
	if (p->table->rows.file != TSV_MISSING)
		tsvw_text(p->out, span_of("file"));
	xtsvw_end(p->out);
}

/* Of which traced run a row is: the text of its scope has both fields. */
static void
print_run(const struct printer *p, const struct host *of)
{
	struct span scope = p->table->text[of->scope];
	struct span rank = span_take(&scope, '\t');

	if (p->table->rows.rank != TSV_MISSING)
		tsvw_field(p->out, rank);
	if (p->table->rows.file != TSV_MISSING)
		tsvw_field(p->out, span_take(&scope, '\t'));
}

/* The row of the launch of an operator's first event. */
static uint32_t
launch_of(const struct printer *p, const struct operator_work *w)
{
	const struct link_table *t = p->table;

	return w ? t->launch[t->gpu.order[w->first]].call : HOST_NONE;
}

/* The annotations that hold the launch. */
static void
print_annotations(struct printer *p, uint32_t call)
{
	call_path_print_annotations(p->out, &p->words, &p->path,
	    &(struct place){.table = p->table, .call = call});
}

static void
print_labels(const struct printer *p, const struct host *of)
{
	const struct link_table *t = p->table;
	const uint32_t *name = t->label[LABEL_NAME];
	const uint32_t *label = t->label[LABEL_PROCESS];

	if (t->column.label >= 0) {
		tsvw_field(p->out, call_path_text(t, name[of->process]));
		tsvw_field(p->out, call_path_text(t, name[of->thread]));
	}
	if (t->column.process_label >= 0)
		tsvw_field(p->out, call_path_text(t, label[of->process]));
}

/* The details stand as fields, with a TAB after each. */
static void
print_details(
    const struct printer *p, const struct link_table *of, const struct host *op)
{
	struct span all = of->text[op->details];

	if (!link_table_has_details(p->table))
		return;
	if (!link_table_has_details(of))
		all = span_of("\t\t\t\t");
	for (int i = 0; i < TABLE_DETAILS; i++)
		tsvw_field(p->out, span_take(&all, '\t'));
}

static void
print_work(const struct printer *p, const struct operator_work *w)
{
	const struct events *gpu = &p->table->gpu;
	uint32_t kernel = w ? gpu->order[w->kernel] : 0;

	tsvw_us(p->out, w ? w->ns : 0);
	tsvw_int(p->out, w ? w->events : 0);
	tsvw_field(
	    p->out, w ? event_text(gpu, gpu->event[kernel].name) : span_of(""));
}

/* The operator whose gradient the row computes, how long the GPU worked for
 * that of the row and of all that the row holds, and the number that ties the
 * two. */
static void
print_backward(const struct printer *p, uint32_t row)
{
	const struct host *h = p->table->host;
	const struct operator_work *w;

	if (!p->forward)
		return;
	if (row == HOST_NONE || p->forward[row] == HOST_NONE)
		tsvw_empty(p->out);
	else
		tsvw_int(p->out, h[p->forward[row]].id);
	if (row == HOST_NONE || p->back[row] == HOST_NONE) {
		tsvw_empty(p->out);
	} else {
		w = operator_works_of(&p->backs, &h[row]);
		tsvw_us(p->out, w ? w->ns : 0);
	}
	tsvw_natural(p->out, row == HOST_NONE ? -1 : h[row].sequence);
}

static void
print_stacks(struct printer *p, const struct place *place)
{
	static const struct place none = {.call = HOST_NONE};

	if (p->table->frames)
		call_path_print_stacks(
		    p->out, &p->words, &p->path, &none, place);
}

/* The operator that holds a row; HOST_NONE. */
static uint32_t
operator_around(const struct printer *p, uint32_t row)
{
	do
		row = p->table->tree.parent[row];
	while (row != HOST_NONE && p->table->host[row].kind != HOST_OPERATOR);
	return row;
}

static void
print_operator(struct printer *p, uint32_t row)
{
	const struct host *h = &p->table->host[row];
	struct place place = {
	    .table = p->table, .call = row, .since = INT64_MIN};
	const struct operator_work *w = operator_works_of(&p->works, h);
	uint32_t parent = operator_around(p, row);

	tsvw_us(p->out, h->start);
	tsvw_us(p->out, h->end - h->start);
	tsvw_field(p->out, p->table->text[h->name]);
	tsvw_field(p->out, span_of("cpu_op"));
	tsvw_int(p->out, h->id);
	tsvw_natural(
	    p->out, parent == HOST_NONE ? -1 : p->table->host[parent].id);
	print_annotations(p, launch_of(p, w));
	print_labels(p, h);
	print_details(p, p->table, h);
	print_work(p, w);
	print_backward(p, row);
	print_stacks(p, &place);
	print_run(p, h);
	xtsvw_end(p->out);
}

/* It ran when its graph was launched; how long it took then, nobody knows. */
static void
print_recorded(struct printer *p, const struct operator_work *w)
{
	const struct link_table *of = &p->recording->table;
	struct place place = {.table = of,
	    .call = (uint32_t)(w->host - of->host),
	    .since = w->since};
	uint32_t call = launch_of(p, w);
	const struct host *launch = &p->table->host[call];

	tsvw_us(p->out, launch->start);
	tsvw_empty(p->out);
	tsvw_field(p->out, of->text[w->host->name]);
	tsvw_field(p->out, span_of("cpu_op"));
	tsvw_natural(p->out, w->id);
	tsvw_natural(p->out, w->parent);
	print_annotations(p, call);
	print_labels(p, launch);
	print_details(p, of, w->host);
	print_work(p, w);
	print_backward(p, HOST_NONE);
	print_stacks(p, &place);
	print_run(p, launch);
	xtsvw_end(p->out);
}

/* Adds an event of an operator that computes a gradient to what the gradient
 * belongs to. */
static void
add_backward(struct printer *p, uint32_t row, uint32_t i)
{
	const struct link_table *t = p->table;
	struct place place = {.table = t, .since = INT64_MIN};

	if (p->forward[row] == HOST_NONE)
		return;
	place.call = p->forward[row];
	p->path.n = 0;
	call_path_add(&p->path, &place, place.call);
	call_path_add_all(&p->path, &place, HOST_OPERATOR, "");
	operator_works_add(
	    &p->backs, &p->path, &t->gpu.event[t->gpu.order[i]], i, t);
}

/* Adds up the work of all operators; launches of graphs lie around what was
 * recorded. */
static void
add_up(struct printer *p)
{
	const struct link_table *t = p->table;
	struct place launch = {.table = t, .since = INT64_MIN};
	struct call_path path = {0};

	for (uint32_t i = 0; i < t->gpu.n; i++) {
		uint32_t event = t->gpu.order[i];
		struct place recorded = recording_place(p->recording, event);

		launch.call = t->launch[event].call;
		path.n = 0;
		call_path_add_all(&path, &recorded, HOST_OPERATOR, "");
		call_path_add_all(&path, &launch, HOST_OPERATOR, "");
		operator_works_add(
		    &p->works, &path, &t->gpu.event[event], i, t);
		for (size_t k = 0; p->forward && k < path.n; k++)
			if (path.part[k].place == &launch)
				add_backward(p,
				    (uint32_t)(path.part[k].host - t->host), i);
	}
	call_path_free(&path);
}

/* Links backward and forward pass, if the input has the numbers for it. */
static void
find_backward(struct printer *p)
{
	const struct link_table *t = p->table;

	if (t->rows.sequence < 0)
		return;
	p->forward = xcalloc(t->n + 1, sizeof *p->forward);
	p->back = xnones(t->n);
	backward_find(p->forward, t->host, t->n, t->text);
	for (uint32_t i = 0; i < t->n; i++)
		if (p->forward[i] != HOST_NONE)
			p->back[p->forward[i]] = i;
}

void
link_print_operators(
    struct tsvw *out, const struct link_table *t, const struct recording *r)
{
	struct printer p = {.out = out, .table = t, .recording = r};

	operator_works_open(&p.works, &t->gpu);
	operator_works_open(&p.backs, &t->gpu);
	find_backward(&p);
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
	operator_works_free(&p.backs);
	call_path_free(&p.path);
	buf_free(&p.words);
	free(p.forward);
	free(p.back);
}
