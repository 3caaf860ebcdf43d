#include <stdlib.h>
#include <string.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-memory/memory_table.h"

#define CHANGES_NEVER UINT32_MAX

/* `until` is the place in the input while this sorts. */
ORDER_BY(compare_changes, struct change, UP(time), UP(until))

void
changes_sort(struct change *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		c[i].until = (uint32_t)i;
	ARRAY_SORT(c, n, compare_changes);
}

/*
 * Ends what the recording has allocated there. Anything but its free proves
 * that this free was lost: its bytes, which the total has lost already, go from
 * the remainder. A free of anything else gives back part of the remainder.
 */
static bool
match(struct change *c, uint32_t i, struct device *d, uint32_t *open)
{
	uint32_t *at = &open[c[i].address];
	int64_t alive = *at == CHANGES_NEVER ? 0 : c[*at].bytes;

	c[i].until = CHANGES_NEVER;
	if (*at != CHANGES_NEVER)
		c[*at].until = i;
	*at = c[i].bytes >= 0 ? i : CHANGES_NEVER;
	d->allocations += c[i].bytes >= 0;
	d->frees += c[i].bytes < 0;
	if (c[i].bytes < 0 && alive == -c[i].bytes)
		return true;
	d->unknown += c[i].bytes < 0;
	return fixed_add(&d->rest, alive) == 0 &&
	    (c[i].bytes >= 0 || fixed_add(&d->rest, c[i].bytes) == 0);
}

/* The first change of a device says what was there before it: a first peak. */
static bool
begin(struct device *d, const struct change *c, uint32_t i)
{
	d->before = c[i].total;
	if (fixed_add(&d->before, -c[i].bytes))
		return false;
	d->peak = i;
	d->peak_bytes = d->rest_at_peak = d->rest = d->before;
	return true;
}

/* Adds the changes of lost events, seen by the total, to the remainder. */
static bool
check_total(struct device *d, const struct change *c, uint32_t i)
{
	int64_t expected = c[d->last].total, difference = c[i].total;

	if (fixed_add(&expected, c[i].bytes) ||
	    fixed_add(&difference, -expected))
		return false;
	d->breaks += difference != 0;
	return fixed_add(&d->rest, difference) == 0;
}

bool
changes_follow(
    struct change *c, size_t n, struct device *devices, size_t addresses)
{
	uint32_t *open = xnones(addresses);
	bool ok = true;

	for (uint32_t i = 0; ok && i < n; i++) {
		struct device *d = &devices[c[i].device];
		bool first = d->allocations + d->frees == 0;

		ok = c[i].bytes > INT64_MIN &&
		    (first ? begin(d, c, i) : check_total(d, c, i)) &&
		    match(c, i, d, open);
		d->last = i;
		if (c[i].total > d->peak_bytes) {
			d->peak = i;
			d->peak_bytes = c[i].total;
			d->rest_at_peak = d->rest;
		}
	}
	free(open);
	return ok;
}

/* Holders come before the rows that they hold. */
ORDER_BY(compare, struct host, UP(start), DOWN(end), UP(kind))

/* Annotations hold what other threads of their process do, too. */
static void
enter(struct host_stacks *s, const struct host *h, uint32_t row)
{
	uint32_t number =
	    h[row].kind == HOST_ANNOTATION ? h[row].process : h[row].thread;

	host_stacks_top(s, h, number, h[row].start);
	host_stacks_push(s, number, row);
}

/* The rows that hold a change, the innermost first. */
static void
find(struct host_stacks *s, const struct host *h, struct change *c)
{
	uint32_t row = host_stacks_top(s, h, c->thread, c->time);

	for (; row != HOST_NONE; row = s->below[row]) {
		enum holder which = h[row].kind == HOST_OPERATOR
		    ? HOLDER_OPERATOR
		    : HOLDER_MODULE;

		if (h[row].end > c->time && c->holder[which] == HOST_NONE)
			c->holder[which] = row;
	}
	row = host_stacks_top(s, h, c->process, c->time);
	for (; row != HOST_NONE; row = s->below[row]) {
		if (h[row].end <= c->time)
			continue;
		if (c->holder[HOLDER_ANNOTATION] == HOST_NONE)
			c->holder[HOLDER_ANNOTATION] = row;
		c->holder[HOLDER_STEP] = row;
	}
}

void
holders_find(
    struct change *c, size_t n, struct host *h, size_t hosts, size_t texts)
{
	struct host_stacks s;
	uint32_t row = 0;

	ARRAY_SORT(h, hosts, compare);
	host_stacks_init(&s, hosts, texts);
	for (size_t i = 0; i < n; i++) {
		for (; row < hosts && h[row].start <= c[i].time; row++)
			enter(&s, h, row);
		for (size_t k = 0; k < HOLDERS; k++)
			c[i].holder[k] = HOST_NONE;
		find(&s, h, &c[i]);
	}
	host_stacks_free(&s);
}

static void
open_table(struct memory_table *t, const struct tsv *in)
{
	static const char maker[] =
	    "trace-extract -c host,python_function,cpu_instant_event -a Bytes "
	    "-a Addr -a 'Total Allocated' -a 'Device Type' -a 'Device Id'";

	*t = (struct memory_table){
	    .tsv = in, .devices = pool_new(), .addresses = pool_new()};
	xhost_open(&t->in, in);
	t->bytes = xtsv_column(in, "bytes", maker);
	t->address = xtsv_column(in, "addr", maker);
	t->total = xtsv_column(in, "total_allocated", maker);
	(void)xtsv_column(in, "device_type", maker);
	(void)xtsv_column(in, "device_id", maker);
	xkey_open(&t->device, in, NULL);
	xkey_add_present(&t->device, in, "rank,file,device_type,device_id");
}

static void
add_change(struct memory_table *t, struct tsv *in)
{
	struct span device = xkey_of(&t->device, in);
	struct host place;
	struct change c = {.time = xtsv_us(in, t->in.ts),
	    .bytes = xtsv_int(in, t->bytes),
	    .total = xtsv_int(in, t->total)};

	xhost_thread(&t->in, in, &place);
	c.thread = place.thread;
	c.process = place.process;
	c.device = pool_add(t->devices, device);
	c.address = pool_add(t->addresses,
	    BUF_JOIN(
		&t->in.key, device, span_of("\t"), tsv_field(in, t->address)));
	if (t->n >= CHANGES_NEVER)
		die("%s: too many events", tsv_file(in));
	ARRAY_PUSH(t->change, t->n, &t->cap, c);
}

static void
add_host(struct memory_table *t, struct tsv *in, enum host_kind kind)
{
	struct host h;

	if (xhost_row(&t->in, in, kind, &h))
		ARRAY_PUSH(t->host, t->hosts, &t->host_cap, h);
}

static void
add_record(struct memory_table *t, struct tsv *in)
{
	struct span cat = tsv_field(in, t->in.cat);
	struct span name = tsv_field(in, t->in.name);

	if (span_is(name, "[memory]")) {
		if (tsv_field(in, t->bytes).n && tsv_field(in, t->total).n)
			add_change(t, in);
		else
			t->without_total++;
	} else if (span_is(cat, "cpu_op"))
		add_host(t, in, HOST_OPERATOR);
	else if (span_is(cat, "user_annotation"))
		add_host(t, in, HOST_ANNOTATION);
	else if (span_is(cat, "python_function") &&
	    span_starts(name, "nn.Module: "))
		add_host(t, in, HOST_FRAME);
}

void
memory_table_read(struct memory_table *t, struct tsv *in)
{
	open_table(t, in);
	while (xtsv_next(in))
		add_record(t, in);
	t->of = xcalloc(pool_count(t->devices) + (size_t)1, sizeof *t->of);
	changes_sort(t->change, t->n);
	if (!changes_follow(t->change, t->n, t->of, pool_count(t->addresses)))
		die("%s: more bytes than fit a number", tsv_file(in));
	holders_find(
	    t->change, t->n, t->host, t->hosts, pool_count(t->in.texts));
}

void
memory_table_free(struct memory_table *t)
{
	xhost_free(&t->in);
	key_free(&t->device);
	pool_free(t->devices);
	pool_free(t->addresses);
	free(t->change);
	free(t->host);
	free(t->of);
}
