#include "tools/trace-critical/export.h"

#include <stdio.h>

#include "common/cli/x.h"

/* An event that began in the window belongs to it as a whole. */
static bool
has_operation(const struct points *r, uint32_t point, struct interval window)
{
	return point != NONE &&
	    point_is_in(r, is_work(r, point / 2) ? point & ~1u : point, window);
}

static bool
is_member(const struct points *r, uint32_t row)
{
	uint32_t work = row - r->hosts;

	return is_work(r, row) && r->last && r->last[work] != NONE &&
	    r->row[r->last[work]].start <= r->row[row].end;
}

static const char *
number(const struct points *r, uint32_t row, const char *end)
{
	static char text[64];
	struct span key = pool_get(r->in.texts, r->row[row].thread);
	const char *tab = memchr(key.p, '\t', key.n);
	int rank = (int)(tab - key.p);

	snprintf(text, sizeof text, "%.*s%s%lld%s", rank < 30 ? rank : 30,
	    key.p, rank ? ":" : "", (long long)r->row[row].id, end);
	return text;
}

/* The operation that ends at a point of the host, or is the event. */
static void
print_id(struct tsvw *out, const struct points *r, uint32_t point)
{
	if (point == NONE)
		tsvw_text(out, span_of("window"));
	else if (is_work(r, point / 2))
		tsvw_text(out, span_of(number(r, point / 2, "")));
	else
		tsvw_text(out,
		    span_of(
			number(r, point / 2, point & 1 ? ".end" : ".start")));
}

static void
print_operation(struct tsvw *out, const struct points *r, uint32_t point,
    struct interval when, int64_t own, enum bound bound, uint32_t row)
{
	print_id(out, r, point);
	tsvw_us(out, when.start);
	tsvw_us(out, own);
	tsvw_us(out, when.end - when.start);
	tsvw_text(out, span_of(bound_name(bound)));
	if (row != NONE && is_member(r, row))
		tsvw_text(out, span_of(number(r, r->last[row - r->hosts], "")));
	else
		tsvw_empty(out);
	print_fields(out, r, row, bound == BOUND_HOST);
	xtsvw_end(out);
}

static void
print_work(struct tsvw *out, const struct points *r, const struct rules *rules,
    uint32_t row)
{
	const struct host *h = &r->row[row];
	int64_t own = h->end - h->start;

	if (is_member(r, row))
		own = h->end - r->row[r->last[row - r->hosts]].start;
	print_operation(out, r, 2 * row, (struct interval){h->start, h->end},
	    own, bound_of_work(r, rules, row), row);
}

/* What the host did since its point before, without waiting. */
static void
print_host(struct tsvw *out, const struct points *r, const struct lags *l,
    const struct rules *rules, uint32_t point, struct interval window)
{
	uint32_t before = r->before[point];
	uint32_t row = point & 1 ? point / 2 : r->parent[point / 2];
	struct edge e = {before, HOST};
	struct part part = {{0, 0}, HOST, row};
	struct interval when = {point_time(r, point), point_time(r, point)};
	int64_t own = 0;

	if (point_is_in(r, before, window)) {
		when.start = point_time(r, before);
		own = lag_of(l, r, point, &e);
	}
	print_operation(
	    out, r, point, when, own, bound_of(r, rules, &part), row);
}

void
export_operations(struct tsvw *out, const struct points *r,
    const struct lags *l, const struct rules *rules, struct interval window)
{
	static const char *const names[] = {
	    "id", "ts_us", "dur_us", "traced_us", "kind", "group"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		tsvw_text(out, span_of(names[i]));
	print_field_names(out);
	xtsvw_end(out);
	print_operation(out, r, NONE,
	    (struct interval){window.start, window.start}, 0, BOUND_UNKNOWN,
	    NONE);
	for (uint32_t p = 0; p < 2 * r->n; p++) {
		if (!has_operation(r, p, window))
			continue;
		if (!is_work(r, p / 2))
			print_host(out, r, l, rules, p, window);
		else if (!(p & 1))
			print_work(out, r, rules, p / 2);
	}
}

/* From an end to the start of an event, or to the end of what the host did. */
static void
print_edge(struct tsvw *out, const struct points *r, uint32_t from, uint32_t to,
    bool at_end, int64_t lag, const char *kind)
{
	print_id(out, r, from);
	print_id(out, r, to);
	tsvw_text(out, span_of(at_end ? "end" : "start"));
	tsvw_us(out, lag);
	tsvw_text(out, span_of(kind));
	xtsvw_end(out);
}

static const char *
name_of(const struct points *r, uint32_t point, enum kind kind)
{
	static const char *const name[KINDS] = {[RUN] = "run",
	    [COLLECTIVE] = "collective",
	    [SYNC] = "sync",
	    [WAIT] = "wait",
	    [QUEUE] = "queue",
	    [LAUNCH] = "launch",
	    [HOST] = "host",
	    [UNKNOWN] = "unknown"};

	if (kind == QUEUE && r->call[point / 2 - r->hosts] == NONE)
		kind = UNKNOWN;
	return name[kind];
}

static void
print_edges(struct tsvw *out, const struct points *r, const struct lags *l,
    uint32_t point, struct interval window)
{
	bool host = !is_work(r, point / 2), any = false;
	struct edge e;

	for (size_t i = 0; edge_get(r, point, i, &e); i++) {
		bool follows = e.kind == HOST && e.from == r->before[point];

		if (!has_operation(r, e.from, window) ||
		    point_time(r, e.from) > point_time(r, point))
			continue;
		any = true;
		print_edge(out, r, e.from, point, host && !follows,
		    host && follows ? 0 : lag_of(l, r, point, &e),
		    name_of(r, point, e.kind));
	}
	if (!any)
		print_edge(out, r, NONE, point, host,
		    point_time(r, point) - window.start, "unknown");
}

void
export_edges(struct tsvw *out, const struct points *r, const struct lags *l,
    struct interval window)
{
	static const char *const names[] = {
	    "src", "dst", "dst_at", "lag_us", "kind"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		tsvw_text(out, span_of(names[i]));
	xtsvw_end(out);
	for (uint32_t p = 0; p < 2 * r->n; p++)
		if (has_operation(r, p, window) &&
		    (!is_work(r, p / 2) || !(p & 1)))
			print_edges(out, r, l, p, window);
}
