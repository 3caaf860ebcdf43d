#include <stdio.h>
#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-critical/hta.h"
#include "tools/trace-critical/print_path.h"

const char *
bound_name(enum bound bound)
{
	static const char *const name[] = {[BOUND_COMPUTE] = "compute",
	    [BOUND_COMMUNICATION] = "communication",
	    [BOUND_COPY] = "copy",
	    [BOUND_LAUNCH] = "launch",
	    [BOUND_QUEUE] = "queue",
	    [BOUND_HOST] = "host",
	    [BOUND_DATA] = "data",
	    [BOUND_SYNC] = "sync",
	    [BOUND_COLLECTIVE] = "collective",
	    [BOUND_UNKNOWN] = "unknown"};

	return name[bound];
}

/* The bound of work on the GPU; the rules are asked once for each name. */
static enum bound
bound_of_work(const struct points *r, const struct rules *rules, uint32_t row)
{
	const struct host *h = &r->row[row];
	unsigned char *known = &r->bound[h->name];

	if (span_is(pool_get(r->in.texts, r->cat[h->details]), "gpu_memcpy"))
		return BOUND_COPY;
	if (!*known)
		*known = (unsigned char)(1 +
		    rules_work(rules, pool_get(r->in.texts, h->name)));
	return (enum bound)(*known - 1);
}

/* Whether the host waits for its data in a row or in what holds it. */
static bool
is_data(const struct points *r, uint32_t row)
{
	for (; row != NONE; row = r->parent[row])
		if (host_loads_data(pool_get(r->in.texts, r->row[row].name)))
			return true;
	return false;
}

enum bound
bound_of(
    const struct points *r, const struct rules *rules, const struct part *part)
{
	switch (part->kind) {
	case RUN:
		return bound_of_work(r, rules, part->row);
	case COLLECTIVE:
		return BOUND_COLLECTIVE;
	case SYNC:
		return BOUND_SYNC;
	case WAIT:
		return BOUND_QUEUE;
	case QUEUE:
		/* Nobody knows when it could have started. */
		return r->call[part->row - r->hosts] == NONE ? BOUND_UNKNOWN
							     : BOUND_QUEUE;
	case LAUNCH:
		return BOUND_LAUNCH;
	case HOST:
		return is_data(r, part->row) ? BOUND_DATA : BOUND_HOST;
	default:
		return BOUND_UNKNOWN;
	}
}

void
print_field_names(struct tsvw *out)
{
	tsvw_titles(out, "name cat rank device stream thread event");
}

void
print_fields(struct tsvw *out, const struct points *r, uint32_t row, bool host)
{
	const struct host *h = row == NONE ? NULL : &r->row[row];
	bool work = h && is_work(r, row);
	struct span key, none = {NULL, 0};

	if (!h) {
		tsvw_text(out, span_of(host ? "host" : ""));
		for (int i = 0; i < 6; i++)
			tsvw_empty(out);
		return;
	}
	key = pool_get(r->in.texts, h->thread);
	tsvw_field(out, pool_get(r->in.texts, h->name));
	tsvw_field(out, pool_get(r->in.texts, r->cat[h->details]));
	tsvw_field(out, span_part(key, '\t', 0));
	tsvw_field(out, work ? span_part(key, '\t', 2) : none);
	tsvw_field(out, work ? span_part(key, '\t', 3) : none);
	tsvw_field(out, work ? none : span_part(key, '\t', 3));
	tsvw_int(out, h->id);
}

/* Reasons for the time of an edge, as Holistic Trace Analysis has them. */
enum hta_bound {
	HTA_CPU,
	HTA_GPU,
	HTA_BETWEEN_KERNELS,
	HTA_BEFORE_KERNEL,
	HTA_UNBOUND, /* a dependency */
	HTA_BOUNDS
};

static const char *const hta_bounds[HTA_BOUNDS] = {[HTA_CPU] = "cpu_bound",
    [HTA_GPU] = "gpu_compute_bound",
    [HTA_BETWEEN_KERNELS] = "gpu_kernel_kernel_overhead",
    [HTA_BEFORE_KERNEL] = "gpu_kernel_launch_overhead",
    [HTA_UNBOUND] = ""};

static enum hta_bound
hta_bound(const struct points *r, const struct hta_edge *e)
{
	switch (e->type) {
	case HTA_OPERATOR:
		return is_work(r, e->row) ? HTA_GPU : HTA_CPU;
	case HTA_KERNEL_KERNEL:
		return HTA_BETWEEN_KERNELS;
	case HTA_LAUNCH:
		return HTA_BEFORE_KERNEL;
	default:
		return HTA_UNBOUND;
	}
}

static void
print_edge(struct tsvw *out, const struct points *r, const struct hta_edge *e)
{
	static const char *const type[] = {[HTA_OPERATOR] = "operator_kernel",
	    [HTA_DEPENDENCY] = "dependency",
	    [HTA_KERNEL_KERNEL] = "kernel_kernel_delay",
	    [HTA_LAUNCH] = "kernel_launch_delay",
	    [HTA_SYNC] = "sync_dependency"};

	tsvw_us(out, point_time(r, e->from));
	tsvw_us(out, e->weight);
	tsvw_text(out, span_of(hta_bounds[hta_bound(r, e)]));
	tsvw_text(out, span_of(type[e->type]));
	tsvw_int(out, r->row[e->from / 2].id);
	tsvw_int(out, r->row[e->to / 2].id);
	print_fields(out, r, e->row, false);
	xtsvw_end(out);
}

static void
print_sums(struct tsvw *out, const struct points *r,
    const struct hta_edge *path, size_t n)
{
	int64_t sum[HTA_BOUNDS] = {0}, all = 0;

	for (size_t i = 0; i < n; i++)
		sum[hta_bound(r, &path[i])] += path[i].weight;
	for (int k = 0; k < HTA_UNBOUND; k++)
		all += sum[k];
	for (int k = 0; k < HTA_UNBOUND; k++) {
		tsvw_text(out, span_of(hta_bounds[k]));
		tsvw_us(out, sum[k]);
		tsvw_real(out, 100 * (double)sum[k] / (double)all, 6);
		xtsvw_end(out);
	}
}

bool
print_hta(
    struct tsvw *out, const struct points *r, struct interval window, bool sums)
{
	struct hta_edge *path;
	size_t n;
	bool sound = hta_path(r, window, &path, &n);

	if (sound && sums)
		print_sums(out, r, path, n);
	while (!sums && n-- > 0)
		print_edge(out, r, &path[n]);
	free(path);
	return sound;
}

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
	struct span rank = span_take(&key, '\t');

	snprintf(text, sizeof text, "%.*s%s%lld%s",
	    rank.n < 30 ? (int)rank.n : 30, rank.p, rank.n ? ":" : "",
	    (long long)r->row[row].id, end);
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
	print_operation(out, r, point_start(row),
	    (struct interval){h->start, h->end}, own,
	    bound_of_work(r, rules, row), row);
}

/* The host's work since its point before, without waits. */
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
	tsvw_titles(out, "id ts_us dur_us traced_us kind group");
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
export_edge(struct tsvw *out, const struct points *r, uint32_t from,
    uint32_t to, bool at_end, int64_t lag, const char *kind)
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
	    [OVERLAP] = "queue",
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

		if (!has_operation(r, e.from, window) || e.kind == RUN ||
		    (point_time(r, e.from) > point_time(r, point) &&
			e.kind != OVERLAP))
			continue;
		any = true;
		export_edge(out, r, e.from, point, host && !follows,
		    host && follows ? 0 : lag_of(l, r, point, &e),
		    name_of(r, point, e.kind));
	}
	if (!any)
		export_edge(out, r, NONE, point, host,
		    point_time(r, point) - window.start, "unknown");
}

void
export_edges(struct tsvw *out, const struct points *r, const struct lags *l,
    struct interval window)
{
	tsvw_titles(out, "src dst dst_at lag_us kind");
	xtsvw_end(out);
	for (uint32_t p = 0; p < 2 * r->n; p++)
		if (has_operation(r, p, window) &&
		    (!is_work(r, p / 2) || !(p & 1)))
			print_edges(out, r, l, p, window);
}
