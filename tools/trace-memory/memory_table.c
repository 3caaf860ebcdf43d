#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-memory/memory_table.h"

static void
open_table(struct memory_table *t, const struct tsv *in)
{
	static const char maker[] =
	    "trace-extract -c host,python_function,cpu_instant_event -a Bytes "
	    "-a Addr -a 'Total Allocated' -a 'Device Type' -a 'Device Id'";

	*t = (struct memory_table){
	    .devices = pool_new(), .addresses = pool_new()};
	xhost_open(&t->in, in);
	t->bytes = xtsv_column(in, "bytes", maker);
	t->address = xtsv_column(in, "addr", maker);
	t->total = xtsv_column(in, "total_allocated", maker);
	t->device[0] = t->in.rank;
	t->device[1] = t->in.file;
	t->device[2] = xtsv_column(in, "device_type", maker);
	t->device[3] = xtsv_column(in, "device_id", maker);
}

static void
add_change(struct memory_table *t, struct tsv *in)
{
	struct buf *key = &t->in.key;
	struct host place;
	struct change c = {.time = xtsv_us(in, t->in.ts),
	    .bytes = xtsv_int(in, t->bytes),
	    .total = xtsv_int(in, t->total)};

	xhost_thread(&t->in, in, &place);
	c.thread = place.thread;
	c.process = place.process;
	key->n = 0;
	for (size_t i = 0; i < 4; i++)
		if (t->device[i] != TSV_MISSING)
			xhost_add_field(key, in, t->device[i]);
	c.device = pool_add(t->devices, buf_span(key));
	xhost_add_field(key, in, t->address);
	c.address = pool_add(t->addresses, buf_span(key));
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

	if (span_is(name, "[memory]") && tsv_field(in, t->bytes).n &&
	    tsv_field(in, t->total).n)
		add_change(t, in);
	else if (span_is(cat, "cpu_op"))
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
	pool_free(t->devices);
	pool_free(t->addresses);
	free(t->change);
	free(t->host);
	free(t->of);
}
