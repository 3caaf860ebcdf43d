/*
 * trace-busy - how much of its time a GPU computes, communicates, copies
 * and idles
 *
 * The events of each GPU in a group become three sets of intervals, whatever
 * their order; the rest is algebra of sets (timeline.h). Times of several GPUs
 * are added up, for what one does while another waits is no work of the other.
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "common/cli/xrules.h"
#include "common/meaning/event_category.h"
#include "tools/trace-busy/timeline.h"

struct options {
	const char *keys;
	int64_t micro_idle; /* ns; 0: not asked for */
	int64_t window;     /* ns; 0: not asked for */
	const char *rules;
	bool quiet;
};

/* A GPU in a group. */
struct gpu {
	struct intervals work[WORKS];
	uint32_t group; /* its key's number */
	uint32_t clock; /* of the GPUs of this group and rank */
};

struct table {
	struct key key;
	int ts, dur, name, cat;

	struct rules *rules;
	struct pool *names;
	enum work *work_of; /* by the name's number */
	size_t work_cap;

	struct pool *keys;     /* of groups */
	struct key each;       /* the same columns, rank and device */
	bool devices;          /* there is a column device, the last of these */
	struct pool *gpus;     /* by these */
	struct gpu *gpu;       /* by its number */
	struct pool *clocks;   /* the same without the device */
	struct interval *span; /* of each clock, from the first to the last */
	size_t gpu_cap, span_cap;
};

static void
find_columns(struct table *t, const struct tsv *in, const char *keys)
{
	t->ts = xkey_column(in, "ts_us");
	t->dur = xkey_column(in, "dur_us");
	t->name = xkey_column(in, "name");
	t->cat = xtsv_optional(in, "cat");
	xkey_open(&t->key, in, keys);
	/* GPUs are apart by rank and device, as far as there are such. */
	xkey_open(&t->each, in, keys);
	xkey_add_present(&t->each, in, "rank,device");
	t->devices = xtsv_optional(in, "device") != TSV_MISSING;
}

/* Asks the rules about a name that is new. */
static enum work
work_of_name(struct table *t, struct span name)
{
	uint32_t known = pool_count(t->names);
	uint32_t id = pool_add(t->names, name);

	if (id == known)
		ARRAY_PUSH(t->work_of, known, &t->work_cap,
		    rules_work(t->rules, name));
	return t->work_of[id];
}

/* Whether the record is work of a GPU, and which. */
static bool
read_work(struct table *t, const struct tsv *in, enum work *work)
{
	struct span cat = span_of("kernel");

	if (t->cat != TSV_MISSING)
		cat = tsv_field(in, t->cat);
	if (!event_category_is_gpu(cat))
		return false;
	*work = span_is(event_category_today(cat), "gpu_memcpy")
	    ? WORK_COPY
	    : work_of_name(t, tsv_field(in, t->name));
	return true;
}

static uint32_t
number_clock(struct table *t, struct span gpu)
{
	uint32_t known = pool_count(t->clocks), id;

	while (t->devices && gpu.n && gpu.p[--gpu.n] != '\t')
		;
	id = pool_add(t->clocks, gpu);
	if (id == known)
		ARRAY_PUSH(t->span, known, &t->span_cap,
		    (struct interval){INT64_MAX, INT64_MIN});
	return id;
}

static struct gpu *
find_gpu(struct table *t, const struct tsv *in)
{
	uint32_t known = pool_count(t->gpus);
	struct span key = xkey_of(&t->each, in);
	uint32_t id = pool_add(t->gpus, key);

	if (id == known)
		ARRAY_PUSH(t->gpu, known, &t->gpu_cap,
		    (struct gpu){.clock = number_clock(t, key),
			.group = pool_add(t->keys, xkey_of(&t->key, in))});
	return &t->gpu[id];
}

static void
add_event(struct table *t, struct tsv *in, enum work work)
{
	struct gpu *gpu = find_gpu(t, in);
	struct interval *span = &t->span[gpu->clock];
	struct interval e = xtsv_start_and_duration(in, t->ts, t->dur);

	if (e.start < span->start)
		span->start = e.start;
	if (e.end > span->end)
		span->end = e.end;
	intervals_add(&gpu->work[work], e);
}

static void
write_header(struct tsvw *out, const struct options *o, const struct table *t,
    const struct tsv *in)
{
	key_write_names(out, &t->key, in);
	tsvw_titles(out, o->window ? "window_start_us" : "");
	tsvw_titles(out, "kind time_us pct");
	xtsvw_header(out);
}

struct sorted {
	struct span key; /* of the group */
	uint32_t id;     /* of a GPU */
};

ORDER_BY(compare_sorted, struct sorted, key_compare(x->key, y->key), UP(id))

/*
 * A GPU idles before its first event while another one of its clock works: an
 * event of no duration at either end makes that idle time of its own.
 */
static void
make_timeline(struct timeline *line, const struct options *o, struct gpu *gpu,
    struct interval span)
{
	struct intervals *computation = &gpu->work[WORK_COMPUTATION];

	intervals_add(computation, (struct interval){span.start, span.start});
	intervals_add(computation, (struct interval){span.end, span.end});
	timeline_make(line, gpu->work, o->micro_idle);
}

/* The group of the first of n GPUs; returns how many are of it. */
static uint32_t
write_group(struct tsvw *out, const struct form *form, const struct options *o,
    struct table *t, const struct sorted *order, uint32_t n)
{
	struct timeline *line = xcalloc(n, sizeof *line);
	uint32_t group = t->gpu[order->id].group, k = 0;

	for (; k < n && t->gpu[order[k].id].group == group; k++) {
		struct gpu *gpu = &t->gpu[order[k].id];

		make_timeline(&line[k], o, gpu, t->span[gpu->clock]);
	}
	timeline_print_windows(out, form, order->key, line, k);
	for (uint32_t i = 0; i < k; i++)
		timeline_free(&line[i]);
	free(line);
	return k;
}

static void
write_groups(struct tsvw *out, const struct options *o, struct table *t)
{
	uint32_t n = pool_count(t->gpus);
	struct sorted *order = xcalloc(n, sizeof *order);
	struct form form = {&t->key, o->micro_idle, o->window};

	for (uint32_t i = 0; i < n; i++)
		order[i] =
		    (struct sorted){pool_get(t->keys, t->gpu[i].group), i};
	ARRAY_SORT(order, n, compare_sorted);
	for (uint32_t i = 0; i < n;)
		i += write_group(out, &form, o, t, order + i, n - i);
	free(order);
	xtsvw_flush(out);
}

static bool
make_timelines(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct table t = {.rules = xrules_open(o->rules, NULL),
	    .names = pool_new(),
	    .keys = pool_new(),
	    .gpus = pool_new(),
	    .clocks = pool_new()};
	uint32_t groups;
	enum work work;

	find_columns(&t, in, o->keys);
	write_header(out, o, &t, in);
	while (xtsv_next(in))
		if (read_work(&t, in, &work))
			add_event(&t, in, work);
	write_groups(out, o, &t);
	groups = pool_count(t.keys);
	rules_free(t.rules);
	pool_free(t.names);
	pool_free(t.keys);
	pool_free(t.gpus);
	pool_free(t.clocks);
	key_free(&t.key);
	key_free(&t.each);
	free(t.work_of);
	free(t.gpu);
	free(t.span);
	return groups > 0;
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	bool found = make_timelines(o, in, out);

	if (!found && !o->quiet)
		warn("no kernels, copies or memsets in the input");
	return found ? STATUS_OK : STATUS_NO;
}

static const char usage[] =
    "usage: trace-busy [-hqV] [-k COLUMNS] [OPTION...] [FILE...]\n"
    "Print how long a GPU computes, communicates, copies and idles. Uses the kernels,\n"
    "copies and memsets that trace-extract -c gpu prints.\n"
    "\n"
    "  -h, --help           print this help\n"
    "  -k, --keys COLUMNS   one timeline per value of these: rank,device\n"
    "  -q, --quiet          do not report that there are no GPU events\n"
    "  -V, --version        print the version\n"
    "      --exit-zero      exit with 0 even if there are none\n"
    "      --micro-idle US  divide idle time into gaps shorter than US and longer\n"
    "      --rules FILE     try these rules before the built-in ones\n"
    "      --window US      one timeline for each US microseconds, for plots\n"
    "\n"
    "computation, exposed_comm, exposed_copy and idle add up to total.\n"
    "FILE: events, also gzipped; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 no event of a GPU, 2 error.\n";

int
main(int argc, char **argv)
{
	struct options o = {0};
	const struct opt table[] = {
	    {"exit-zero", .on = &tool_exits_zero},
	    {"keys", 'k', .text = &o.keys},
	    {"micro-idle", .us = &o.micro_idle, .low = 1,
		.high = INTERVAL_MOST - 1},
	    {"quiet", 'q', .on = &o.quiet},
	    {"rules", .text = &o.rules},
	    {"window", .us = &o.window, .low = 1, .high = INTERVAL_MOST - 1},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	return xfilter(argc, argv, run, &o);
}
