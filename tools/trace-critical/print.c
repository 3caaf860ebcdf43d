#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "tools/trace-critical/hta.h"
#include "tools/trace-critical/print.h"

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

static enum bound
bound_of_name(const struct rules *rules, struct span name)
{
	struct span family;

	if (rules_find(rules, name, &family))
		memory_out();
	if (span_is(family, "communication"))
		return BOUND_COMMUNICATION;
	return span_is(family, "memory_copy") ? BOUND_COPY : BOUND_COMPUTE;
}

enum bound
bound_of_work(const struct points *r, const struct rules *rules, uint32_t row)
{
	const struct host *h = &r->row[row];
	unsigned char *known = &r->bound[h->name];

	if (!span_is(pool_get(r->in.texts, r->cat[h->details]), "kernel"))
		return BOUND_COPY;
	if (!*known)
		*known = (unsigned char)(1 +
		    bound_of_name(rules, pool_get(r->in.texts, h->name)));
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
	static const char *const names[] = {
	    "name", "cat", "rank", "device", "stream", "thread", "event"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		tsvw_text(out, span_of(names[i]));
}

/* The field of a key, each of which has a tab behind it. */
static struct span
field(struct span key, int n)
{
	const char *tab;

	while ((tab = memchr(key.p, '\t', key.n)) && n-- > 0)
		key = span_cut(key, (size_t)(tab + 1 - key.p), key.n);
	return span_cut(key, 0, (size_t)(tab - key.p));
}

void
print_fields(struct tsvw *out, const struct points *r, uint32_t row, bool host)
{
	const struct host *h = row == NONE ? NULL : &r->row[row];
	bool work = h && is_work(r, row);
	struct span key;

	if (!h) {
		tsvw_text(out, span_of(host ? "host" : ""));
		for (int i = 0; i < 6; i++)
			tsvw_empty(out);
		return;
	}
	key = pool_get(r->in.texts, h->thread);
	tsvw_field(out, pool_get(r->in.texts, h->name));
	tsvw_field(out, pool_get(r->in.texts, r->cat[h->details]));
	tsvw_field(out, field(key, 0));
	for (int i = 2; i < 4; i++)
		if (work)
			tsvw_field(out, field(key, i));
		else
			tsvw_empty(out);
	if (work)
		tsvw_empty(out);
	else
		tsvw_field(out, field(key, 3));
	tsvw_int(out, h->id);
}

/* What an edge is called there; a dependency bounds nothing. */
static const char *
hta_bound(const struct points *r, const struct hta_edge *e)
{
	switch (e->type) {
	case HTA_OPERATOR:
		return is_work(r, e->row) ? "gpu_compute_bound" : "cpu_bound";
	case HTA_KERNEL_KERNEL:
		return "gpu_kernel_kernel_overhead";
	case HTA_LAUNCH:
		return "gpu_kernel_launch_overhead";
	default:
		return "";
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
	tsvw_text(out, span_of(hta_bound(r, e)));
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
	static const char *const bounds[] = {"cpu_bound", "gpu_compute_bound",
	    "gpu_kernel_kernel_overhead", "gpu_kernel_launch_overhead"};
	int64_t sum[4] = {0}, all = 0;

	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < 4; k++)
			if (strcmp(bounds[k], hta_bound(r, &path[i])) == 0) {
				sum[k] += path[i].weight;
				all += path[i].weight;
			}
	for (int k = 0; k < 4; k++) {
		tsvw_text(out, span_of(bounds[k]));
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
	for (size_t i = 0; !sums && i < n; i++)
		print_edge(out, r, &path[i]);
	free(path);
	return sound;
}
