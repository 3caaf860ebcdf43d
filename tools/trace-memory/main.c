/*
 * trace-memory - who holds the memory of a GPU
 *
 * All changes and the rows of the host are kept; see memory_table.h for which
 * memory is alive when, and for whose it is.
 */
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-memory/memory_table.h"

struct options {
	const char *keys;
	bool list, live, counter, quiet;
};

static const char *const holders[HOLDERS] = {
    "cpu_op", "module", "annotation", "step"};

/* Allocations alive at the peak of each device, or at its end. */
struct view {
	bool at_end;
	enum holder key[HOLDERS]; /* n of them */
	size_t n;
};

/* --- tables --- */

static void
print_header(struct tsvw *out, const struct memory_table *t, const char *names)
{
	key_write_names(out, &t->device, t->tsv);
	tsvw_titles(out, names);
	xtsvw_end(out);
}

/* A row for each device. */
static void
print_devices(struct tsvw *out, const struct memory_table *t)
{
	print_header(out, t,
	    "peak_us peak_bytes before_bytes end_bytes allocations frees "
	    "frees_before breaks");
	for (uint32_t i = 0; i < pool_count(t->devices); i++) {
		const struct device *d = &t->of[i];
		const int64_t number[] = {d->peak_bytes, d->before,
		    t->change[d->last].total, d->allocations, d->frees,
		    d->unknown, d->breaks};

		key_write(out, &t->device, pool_get(t->devices, i));
		tsvw_us(out, t->change[d->peak].time);
		for (size_t k = 0; k < COUNT(number); k++)
			tsvw_int(out, number[k]);
		xtsvw_end(out);
	}
}

/* "allocated, rank 0, GPU 1", as people call a device. */
static void
name_counter(struct buf *name, const struct memory_table *t, struct span device)
{
	bool host = false;

	name->n = 0;
	buf_add_text(name, "allocated");
	for (int i = 0; i < t->device.n; i++) {
		struct span column = tsv_name(t->tsv, t->device.column[i]);
		struct span value = span_take(&device, '\t');
		bool type = span_is(column, "device_type");
		bool id = span_is(column, "device_id");

		host |= type && span_is(value, "0");
		if (value.n == 0 || (id && host))
			continue;
		buf_add_text(name, id ? " " : ", ");
		if (span_is(column, "rank"))
			buf_add_text(name, "rank ");
		else if (type && host)
			value = span_of("host");
		else if (type && span_is_among(value, "1 6"))
			value = span_of("GPU");
		else if (type)
			buf_add_text(name, "device of type ");
		buf_add_span(name, value);
	}
}

/* A row of the counter: the total before or after a change. */
static void
print_total(struct tsvw *out, const struct memory_table *t,
    const struct change *c, int64_t total)
{
	struct span device = pool_get(t->devices, c->device);
	struct buf label = {0};

	name_counter(&label, t, device);
	key_write(out, &t->device, device);
	tsvw_us(out, c->time);
	tsvw_text(out, span_of("C"));
	tsvw_field(out, buf_span(&label));
	tsvw_int(out, total);
	tsvw_text(out, span_of("bytes"));
	xtsvw_end(out);
	buf_free(&label);
}

/* A row for each change, and for a peak before the first. */
static void
print_counter(struct tsvw *out, const struct memory_table *t)
{
	print_header(out, t, "ts_us ph name value unit");
	for (uint32_t i = 0; i < t->n; i++) {
		const struct change *c = &t->change[i];
		const struct device *d = &t->of[c->device];

		if (d->peak == i && d->peak_bytes != c->total)
			print_total(out, t, c, d->peak_bytes);
		print_total(out, t, c, c->total);
	}
}

struct group {
	uint32_t device, key;
	int64_t bytes, pieces, total;
};

/* A device's memory at one time, by the keys of the view. */
struct groups {
	const struct memory_table *of;
	const struct view *view;
	struct pool *keys;
	struct group *group;
	size_t n, cap;
	struct buf key;
};

/* By device, then most bytes first, then as they came. */
ORDER_BY(compare_groups, struct group, UP(device), DOWN(bytes), UP(key))

/* The key is in g->key, behind that of the device. */
static void
add_to_group(struct groups *g, uint32_t device, int64_t bytes)
{
	uint32_t i = pool_add(g->keys, buf_span(&g->key));
	const struct device *d = &g->of->of[device];
	int64_t total =
	    g->view->at_end ? g->of->change[d->last].total : d->peak_bytes;

	if (i == g->n)
		ARRAY_PUSH(g->group, g->n, &g->cap,
		    (struct group){device, i, 0, 0, total});
	if (fixed_add(&g->group[i].bytes, bytes))
		die("more bytes than fit a number");
	g->group[i].pieces++;
}

static void
start_key(struct groups *g, uint32_t device, const char *since)
{
	BUF_JOIN(&g->key, pool_get(g->of->devices, device), span_of("\t"),
	    span_of(since));
}

static void
add_holders(struct groups *g, const struct change *c)
{
	const struct memory_table *t = g->of;

	for (size_t i = 0; i < g->view->n; i++) {
		uint32_t row = c->holder[g->view->key[i]];
		struct span name = row == HOST_NONE
		    ? span_of("")
		    : pool_get(t->in.texts, t->host[row].name);

		if (g->view->key[i] == HOLDER_MODULE && name.n)
			name = span_after(name, "nn.Module: ");
		BUF_ADD_ALL(&g->key, span_of("\t"), name);
	}
}

/* All that is alive at the peak of each device, or at its end. */
static void
add_alive(struct groups *g)
{
	const struct memory_table *t = g->of;
	bool at_end = g->view->at_end;

	for (uint32_t i = 0; i < pool_count(t->devices); i++) {
		const struct device *d = &t->of[i];
		int64_t rest = at_end ? d->rest : d->rest_at_peak;

		if (rest == 0)
			continue;
		start_key(g, i, "before");
		for (size_t k = 0; k < g->view->n; k++)
			buf_add_text(&g->key, "\t");
		add_to_group(g, i, rest);
	}
	for (uint32_t i = 0; i < t->n; i++) {
		const struct change *c = &t->change[i];
		const struct device *d = &t->of[c->device];
		uint32_t now = at_end ? d->last : d->peak;

		if (!change_lives(t->change, i, now))
			continue;
		start_key(g, c->device, "recorded");
		add_holders(g, c);
		add_to_group(g, c->device, c->bytes);
	}
}

static void
print_holders(
    struct tsvw *out, const struct memory_table *t, const struct view *view)
{
	struct groups g = {.of = t, .view = view, .keys = pool_new()};

	key_write_names(out, &t->device, t->tsv);
	tsvw_text(out, span_of("since"));
	for (size_t i = 0; i < view->n; i++)
		tsvw_text(out, span_of(holders[view->key[i]]));
	tsvw_titles(out, "bytes pieces pct");
	xtsvw_end(out);
	add_alive(&g);
	ARRAY_SORT(g.group, g.n, compare_groups);
	for (size_t i = 0; i < g.n; i++) {
		const struct group *one = &g.group[i];

		tsvw_field(out, pool_get(g.keys, one->key));
		tsvw_int(out, one->bytes);
		tsvw_int(out, one->pieces);
		tsvw_real(
		    out, 100.0 * (double)one->bytes / (double)one->total, 3);
		xtsvw_end(out);
	}
	pool_free(g.keys);
	free(g.group);
	buf_free(&g.key);
}

/* --- options --- */

/* Fills in the keys of a list. */
static void
choose_keys(const char *list, struct view *v)
{
	struct span rest = span_of(list);

	while (rest.n) {
		struct span word = span_take(&rest, ',');
		size_t i = 0;

		while (i < HOLDERS && !span_is(word, holders[i]))
			i++;
		if (i == HOLDERS || v->n == HOLDERS)
			opt_die(
			    "-k %s: the keys are cpu_op, module, annotation and step",
			    list);
		v->key[v->n++] = (enum holder)i;
	}
}

static int
report(const struct options *o, const struct memory_table *t, const char *file)
{
	int64_t breaks = 0;

	if (t->n == 0) {
		if (!o->quiet)
			warn("%s: %s", file,
			    t->without_total
				? "the memory events have no totals, as older "
				  "versions of PyTorch recorded them"
				: "no memory events; PyTorch records them with "
				  "profile_memory=True");
		return STATUS_NO;
	}
	for (uint32_t i = 0; i < pool_count(t->devices); i++)
		breaks += t->of[i].breaks;
	if (breaks && !o->quiet)
		warn("%s: %lld totals do not follow from the previous "
		     "one; the difference counts as allocated before the "
		     "recording",
		    file, (long long)breaks);
	return STATUS_OK;
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct view view = {.at_end = o->live};
	struct memory_table t;
	int status;

	choose_keys(o->keys, &view);
	memory_table_read(&t, in);
	if (o->list)
		print_devices(out, &t);
	else if (o->counter)
		print_counter(out, &t);
	else
		print_holders(out, &t, &view);
	status = report(o, &t, tsv_file(in));
	memory_table_free(&t);
	xtsvw_flush(out);
	return status;
}

static const char usage[] =
    "usage: trace-memory [-hlqV] [-k KEYS] [--counter | --live] [--exit-zero]\n"
    "                    [FILE...]\n"
    "Print what holds the memory of each device at the peak.\n"
    "\n"
    "      --counter       print the bytes in use as a counter for trace-json\n"
    "      --exit-zero     exit with 0 even if there is no event of memory\n"
    "  -h, --help          print this help\n"
    "  -k, --keys KEYS     cpu_op, module, annotation, step (cpu_op)\n"
    "  -l, --list          print a row for each device: its peak, and what is left\n"
    "      --live          at the end of the recording instead of at the peak\n"
    "  -q, --quiet         do not report lost events\n"
    "  -V, --version       print the version\n"
    "\n"
    "FILE: what trace-extract -c host,python_function,cpu_instant_event -a Bytes\n"
    "-a Addr -a 'Total Allocated' -a 'Device Type' -a 'Device Id' prints; standard\n"
    "input if none or '-'.\n"
    "Exit status: 0 success, 1 no event of memory, 2 error.\n";

int
main(int argc, char **argv)
{
	struct options o = {.keys = "cpu_op"};
	const struct opt table[] = {
	    {"counter", .on = &o.counter},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"keys", 'k', .text = &o.keys},
	    {"list", 'l', .on = &o.list},
	    {"live", .on = &o.live},
	    {"quiet", 'q', .on = &o.quiet},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	if (o.list + o.counter + o.live > 1)
		opt_die("--counter, --list and --live are mutually exclusive");
	return xfilter(argc, argv, run, &o);
}
