#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-memory/print.h"

static void
write_device_names(struct tsvw *out, const struct memory_table *t)
{
	static const char *const name[] = {
	    "rank", "file", "device_type", "device_id"};

	for (size_t i = 0; i < 4; i++)
		if (t->device[i] != TSV_MISSING)
			tsvw_text(out, span_of(name[i]));
}

/* Fields with a tab behind each. */
static void
write_fields(struct tsvw *out, struct span key)
{
	while (key.n) {
		size_t n =
		    (size_t)((const char *)memchr(key.p, '\t', key.n) - key.p);

		tsvw_field(out, span_cut(key, 0, n));
		key = span_cut(key, n + 1, key.n);
	}
}

static void
print_header(
    struct tsvw *out, const struct memory_table *t, const char *const *name)
{
	write_device_names(out, t);
	for (; *name; name++)
		tsvw_text(out, span_of(*name));
	xtsvw_end(out);
}

void
print_devices(struct tsvw *out, const struct memory_table *t)
{
	static const char *const name[] = {"peak_us", "peak_bytes",
	    "before_bytes", "end_bytes", "allocations", "frees", "frees_before",
	    "breaks", NULL};

	print_header(out, t, name);
	for (uint32_t i = 0; i < pool_count(t->devices); i++) {
		const struct device *d = &t->of[i];
		const int64_t number[] = {t->change[d->peak].total, d->before,
		    t->change[d->last].total, d->allocations, d->frees,
		    d->unknown, d->breaks};

		write_fields(out, pool_get(t->devices, i));
		tsvw_us(out, t->change[d->peak].time);
		for (size_t k = 0; k < sizeof number / sizeof *number; k++)
			tsvw_int(out, number[k]);
		xtsvw_end(out);
	}
}

void
print_counter(struct tsvw *out, const struct memory_table *t)
{
	static const char *const name[] = {
	    "ts_us", "ph", "name", "value", "unit", NULL};
	struct buf label = {0};

	print_header(out, t, name);
	for (size_t i = 0; i < t->n; i++) {
		struct span device = pool_get(t->devices, t->change[i].device);

		label.n = 0;
		buf_add_text(&label, "allocated ");
		buf_add(&label, device.p, device.n - 1);
		for (size_t k = 0; k < label.n; k++)
			if (label.p[k] == '\t')
				label.p[k] = ':';
		write_fields(out, device);
		tsvw_us(out, t->change[i].time);
		tsvw_text(out, span_of("C"));
		tsvw_field(out, buf_span(&label));
		tsvw_int(out, t->change[i].total);
		tsvw_text(out, span_of("bytes"));
		xtsvw_end(out);
	}
	buf_free(&label);
}

struct group {
	uint32_t device, key;
	int64_t bytes, pieces, total;
};

/* What holds a device's memory at a time, by the keys. */
struct groups {
	const struct memory_table *of;
	const struct print_view *view;
	struct pool *keys;
	struct group *group;
	size_t n, cap;
	struct buf key;
};

/* By device, then most bytes first, then as they came. */
static int
compare_groups(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? -1 : 1;
	return (x->key > y->key) - (x->key < y->key);
}

/* The key is in g->key, behind that of the device. */
static void
add_to_group(struct groups *g, uint32_t device, int64_t bytes, int64_t total)
{
	uint32_t i = pool_add(g->keys, buf_span(&g->key));

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
	struct span text = pool_get(g->of->devices, device);

	g->key.n = 0;
	buf_add(&g->key, text.p, text.n);
	buf_add_text(&g->key, since);
	buf_add_text(&g->key, "\t");
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
		buf_add(&g->key, name.p, name.n);
		buf_add_text(&g->key, "\t");
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
		uint32_t now = at_end ? d->last : d->peak;

		if (rest == 0)
			continue;
		start_key(g, i, "before");
		for (size_t k = 0; k < g->view->n; k++)
			buf_add_text(&g->key, "\t");
		add_to_group(g, i, rest, t->change[now].total);
	}
	for (uint32_t i = 0; i < t->n; i++) {
		const struct change *c = &t->change[i];
		const struct device *d = &t->of[c->device];
		uint32_t now = at_end ? d->last : d->peak;

		if (!change_lives(t->change, i, now))
			continue;
		start_key(g, c->device, "recorded");
		add_holders(g, c);
		add_to_group(g, c->device, c->bytes, t->change[now].total);
	}
}

void
print_holders(struct tsvw *out, const struct memory_table *t,
    const struct print_view *view)
{
	struct groups g = {.of = t, .view = view, .keys = pool_new()};

	write_device_names(out, t);
	tsvw_text(out, span_of("since"));
	for (size_t i = 0; i < view->n; i++)
		tsvw_text(out, span_of(view->word[view->key[i]]));
	tsvw_text(out, span_of("bytes"));
	tsvw_text(out, span_of("pieces"));
	tsvw_text(out, span_of("pct"));
	xtsvw_end(out);
	add_alive(&g);
	if (g.n)
		qsort(g.group, g.n, sizeof *g.group, compare_groups);
	for (size_t i = 0; i < g.n; i++) {
		const struct group *one = &g.group[i];

		write_fields(out, pool_get(g.keys, one->key));
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
