#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/times/interval.h"
#include "tools/trace-whatif/schedule.h"

enum { CIRCLE_MOST = 200 }; /* bytes of a circle; messages show fewer */

void
schedule_free(struct schedule *s)
{
	for (uint32_t i = 0; i < s->columns; i++)
		free(s->kept[i].text);
	free(s->kept);
	free(s->op);
	free(s->lag);
	free(s->edge_kind);
	free(s->graph_name);
	free(s->group_start);
	idpool_free(&s->groups);
	idpool_free(&s->keys);
	pool_free(s->texts);
	pool_free(s->ids);
	graph_free(&s->graph);
}

/* The place of a column; 0, or -1: it is missing and needed, or doubled. */
static int
find(struct tsv *in, const char *name, bool needed, int *column)
{
	*column = tsv_find(in, name);
	if (*column == TSV_DOUBLED || (*column == TSV_MISSING && needed))
		return tsv_fail(in,
		    *column == TSV_DOUBLED ? "two columns with the same name"
					   : "no column",
		    span_of(name));
	return 0;
}

static void
keep(struct schedule *s, int column, uint32_t *which)
{
	uint32_t n = s->columns;

	for (*which = 0; *which < n; ++*which)
		if (s->kept[*which].column == column)
			return;
	ARRAY_PUSH(s->kept, n, &s->kept_cap, (struct kept){column, NULL, 0});
	s->columns = n;
}

int
schedule_keep(
    struct schedule *s, struct tsv *in, const char *name, uint32_t *which)
{
	int column;

	*which = SCHEDULE_NONE;
	if (find(in, name, false, &column))
		return -1;
	if (column != TSV_MISSING)
		keep(s, column, which);
	return 0;
}

int
schedule_open(struct schedule *s, struct tsv *in, const char *key, bool all)
{
	uint32_t which;

	*s = (struct schedule){.traced = true, .key = SCHEDULE_NONE};
	s->texts = pool_new();
	s->ids = pool_new();
	for (int c = 0; all && c < tsv_columns(in); c++)
		keep(s, c, &which);
	if (find(in, "id", true, &s->id) || find(in, "dur_us", true, &s->dur) ||
	    find(in, "ts_us", false, &s->ts) ||
	    find(in, "traced_us", false, &s->traced_dur) ||
	    find(in, "device", false, &s->device) ||
	    schedule_keep(s, in, "group", &s->group) ||
	    schedule_keep(s, in, "kind", &s->kind))
		return -1;
	if (s->kind == SCHEDULE_NONE)
		keep(s, TSV_MISSING, &s->kind);
	if (!key)
		return 0;
	if (schedule_keep(s, in, key, &s->key))
		return -1;
	return s->key == SCHEDULE_NONE ? tsv_fail(in, "no column", span_of(key))
				       : 0;
}

struct span
schedule_text(const struct schedule *s, uint32_t operation, uint32_t which)
{
	return pool_get(s->texts, s->kept[which].text[operation]);
}

struct span
schedule_graph(const struct schedule *s, uint32_t graph)
{
	uint32_t text = s->graph_name[graph];

	return text == POOL_NONE ? (struct span){"", 0}
				 : pool_get(s->texts, text);
}

/* A time that is there, of at least so much, small enough to be added. */
static int
read_time(struct tsv *in, int column, int64_t least, int64_t *ns)
{
	int status = tsv_us(in, column, ns);

	if (status < 0)
		return -1;
	if (status == 0 || *ns < least || *ns > INTERVAL_MOST)
		return tsv_fail(in,
		    status == 0                 ? "a time is missing"
			: *ns < 0 && least == 0 ? "a negative time"
						: "a time out of range",
		    tsv_field(in, column));
	return 0;
}

/* When it was, if that is known. */
static int
read_traced(struct schedule *s, struct tsv *in, struct operation *o)
{
	int64_t took = o->dur;
	int status = s->ts < 0 ? 0 : tsv_us(in, s->ts, &o->ts);

	if (status < 0)
		return -1;
	if (status == 0)
		s->traced = false;
	if (status && (o->ts > INTERVAL_MOST || o->ts < -INTERVAL_MOST))
		return tsv_fail(
		    in, "a time out of range", tsv_field(in, s->ts));
	if (tsv_field_or_none(in, s->traced_dur).n &&
	    read_time(in, s->traced_dur, 0, &took))
		return -1;
	o->end = o->ts;
	return fixed_add(&o->end, took)
	    ? tsv_fail(in, "a time out of range", tsv_field(in, s->dur))
	    : 0;
}

static void
keep_texts(struct schedule *s, const struct tsv *in)
{
	for (uint32_t i = 0; i < s->columns; i++) {
		struct kept *k = &s->kept[i];
		size_t n = s->n;
		uint32_t text =
		    pool_add(s->texts, tsv_field_or_none(in, k->column));

		ARRAY_PUSH(k->text, n, &k->cap, text);
	}
}

/* The operation's graph. */
static void
set_graph(struct schedule *s, struct operation *o)
{
	uint32_t text =
	    s->key == SCHEDULE_NONE ? POOL_NONE : s->kept[s->key].text[s->n];

	o->graph = idpool_add(&s->keys, text);
	if (o->graph == s->graphs)
		ARRAY_PUSH(s->graph_name, s->graphs, &s->name_cap, text);
}

/* The point at which it starts, its group's if it has one. The same returns. */
static void
set_start(struct schedule *s, struct operation *o)
{
	uint32_t known = (uint32_t)s->groups.n, text, group;

	o->start = s->starts;
	if (s->group == SCHEDULE_NONE || !schedule_text(s, s->n, s->group).n) {
		s->starts++;
		return;
	}
	text = s->kept[s->group].text[s->n];
	group = idpool_add(&s->groups, (uint64_t)o->graph << 32 | text);
	if (group == known)
		ARRAY_PUSH(s->group_start, known, &s->group_cap, s->starts++);
	o->start = s->group_start[group];
}

static int
read_operation(struct schedule *s, struct tsv *in)
{
	struct operation o = {.ends = true};
	size_t n = s->n;
	struct span id = tsv_field(in, s->id);
	uint32_t number;

	if (!id.n)
		return tsv_fail(in,
		    "an operation without an id; trace-critical "
		    "--operations writes such a table",
		    id);
	number = pool_add(s->ids, id);
	if (n == GRAPH_NONE / 2)
		memory_out();
	if (number < n)
		return tsv_fail(in, "two operations have this id", id);
	o.counts = s->device < 0 || tsv_field(in, s->device).n;
	if (read_time(in, s->dur, 0, &o.dur) || read_traced(s, in, &o))
		return -1;
	keep_texts(s, in);
	set_graph(s, &o);
	set_start(s, &o);
	ARRAY_PUSH(s->op, n, &s->op_cap, o);
	s->n++;
	return 0;
}

/* The operations' own times become the first edges. */
static void
add_own_times(struct schedule *s)
{
	s->graph.points = s->n + s->starts;
	for (uint32_t i = 0; i < s->n; i++) {
		size_t e = s->graph.edges;

		s->op[i].start += s->n;
		graph_edge(&s->graph, s->op[i].start, i);
		ARRAY_PUSH(s->lag, e, &s->lag_cap, s->op[i].dur);
	}
}

int
schedule_operations(struct schedule *s, struct tsv *in)
{
	int status;

	while ((status = tsv_next(in)) > 0)
		if (read_operation(s, in))
			return -1;
	if (status == 0)
		add_own_times(s);
	return status;
}

/* Places of the columns of edges; TSV_MISSING for one that is not there. */
struct ends {
	int src, src_at, dst, dst_at, lag, kind;
};

/* The operation in a column, and whether its start is meant. 0 or -1. */
static int
read_end(const struct schedule *s, struct tsv *in, int column, int at,
    bool start, uint32_t *op, uint32_t *point)
{
	struct span where = tsv_field_or_none(in, at);

	*op = pool_find(s->ids, tsv_field(in, column));
	*point = *op;
	if (*op == POOL_NONE)
		return tsv_fail(
		    in, "no operation has this id", tsv_field(in, column));
	if (where.n && !span_is(where, "start") && !span_is(where, "end"))
		return tsv_fail(in, "neither start nor end", where);
	if (where.n)
		start = span_is(where, "start");
	if (start)
		*point = s->op[*op].start;
	return 0;
}

static int
read_edge(struct schedule *s, struct tsv *in, const struct ends *c)
{
	uint32_t src, dst, from, to, kind;
	int64_t lag = 0;
	size_t e = s->graph.edges, k = e - s->n;

	if (read_end(s, in, c->src, c->src_at, false, &src, &from) ||
	    read_end(s, in, c->dst, c->dst_at, true, &dst, &to))
		return -1;
	if (s->op[src].graph != s->op[dst].graph)
		return tsv_fail(in, "an edge from one graph to another",
		    tsv_field(in, c->dst));
	if (tsv_field_or_none(in, c->lag).n &&
	    read_time(in, c->lag, -INTERVAL_MOST, &lag))
		return -1;
	kind = pool_add(s->texts, tsv_field_or_none(in, c->kind));
	graph_edge(&s->graph, from, to);
	ARRAY_PUSH(s->lag, e, &s->lag_cap, lag);
	ARRAY_PUSH(s->edge_kind, k, &s->kind_cap, kind);
	return 0;
}

/* The operation that a point is of; of several that start there the first. */
static uint32_t
operation_at(const struct schedule *s, uint32_t point)
{
	uint32_t i = 0;

	if (point < s->n)
		return point;
	while (s->op[i].start != point)
		i++;
	return i;
}

/* Fails with "a -> b -> a". */
static int
name_circle(const struct schedule *s, struct tsv *in)
{
	uint32_t *circle = xcalloc(s->graph.points, sizeof *circle);
	size_t n = graph_circle(&s->graph, circle);
	struct buf text = {0};
	uint32_t last = GRAPH_NONE;

	for (size_t i = 0; i <= n && text.n < CIRCLE_MOST; i++) {
		uint32_t op = operation_at(s, circle[i % n]);

		if (op == last)
			continue;
		if (text.n)
			buf_add_text(&text, " -> ");
		buf_add_span(&text, pool_get(s->ids, op));
		last = op;
	}
	free(circle);
	tsv_fail(
	    in, "operations wait for each other in a loop", buf_span(&text));
	buf_free(&text);
	return -1;
}

int
schedule_edges(struct schedule *s, struct tsv *in)
{
	struct ends c;
	int status;

	if (find(in, "src", true, &c.src) || find(in, "dst", true, &c.dst) ||
	    find(in, "src_at", false, &c.src_at) ||
	    find(in, "dst_at", false, &c.dst_at) ||
	    find(in, "lag_us", false, &c.lag) ||
	    find(in, "kind", false, &c.kind))
		return -1;
	while ((status = tsv_next(in)) > 0)
		if (read_edge(s, in, &c))
			return -1;
	if (status < 0)
		return -1;
	graph_close(&s->graph);
	return s->graph.ordered < s->graph.points ? name_circle(s, in) : 0;
}
