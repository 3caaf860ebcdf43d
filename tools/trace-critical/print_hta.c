#include "tools/trace-critical/print_hta.h"

#include <stdlib.h>
#include <string.h>

#include "common/cli/x.h"
#include "tools/trace-critical/hta.h"
#include "tools/trace-critical/print.h"

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
