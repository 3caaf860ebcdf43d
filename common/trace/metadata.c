#include <stdio.h>

#include "common/bytes/fixed.h"
#include "common/json/json.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "common/trace/file_facts.h"

void
fact_put(const struct fact_writer *f, const char *key, struct span value)
{
	tsvw_text(f->w, f->file);
	tsvw_text(f->w, span_of(key));
	tsvw_text(f->w, value);
	(void)!tsvw_end(f->w);
}

void
fact_int(const struct fact_writer *f, const char *key, int64_t v)
{
	char text[FIXED_MAX];

	fact_put(f, key, fixed_text(text, v));
}

void
fact_us(const struct fact_writer *f, const char *key, bool known, int64_t ns)
{
	char text[FIXED_MAX];

	fact_put(
	    f, key, (struct span){text, known ? fixed_print_us(text, ns) : 0});
}

void
metadata_job(const struct members *m, const char *key, struct buf *text)
{
	json_add_text(
	    text, json_member(members_find(m, "distributedInfo"), key));
}

void
metadata_gpu(const struct members *m, struct buf *text)
{
	struct span gpus = members_find(m, "deviceProperties"), gpu;

	if (json_item(&gpus, &gpu))
		json_add_text(text, json_member(gpu, "name"));
}

int64_t
metadata_pids(const struct members *m)
{
	int64_t n;

	return fixed_parse_int(members_find(m, METADATA_PIDS), &n) == 0 && n > 0
	    ? n
	    : 0;
}

void
metadata_split_pid(struct rank_pid *of, struct span pid, int64_t pids)
{
	struct span name;
	int64_t n;

	of->rank = (struct span){0};
	of->pid = pid;
	if (fixed_parse_int(pid, &n) == 0) {
		if (n < 0 || n >= METADATA_PIDS_MOST)
			return;
		of->rank = fixed_text(of->digits[0], n / pids);
		of->pid = fixed_text(of->digits[1], n % pids);
	} else if (span_starts(pid, "rank ") &&
	    (name = span_after(pid, ": ")).p) {
		of->rank = (struct span){pid.p + strlen("rank "),
		    pid.n - name.n - strlen("rank : ")};
		of->pid = name;
	}
}

/* Writes the text of a JSON value. */
static void
put_value(const struct fact_writer *f, const char *key, struct span value)
{
	struct buf scratch = {0};

	fact_put(f, key, json_text(value, &scratch));
	buf_free(&scratch);
}

static void
put_job(const struct fact_writer *f, const struct members *m, bool several)
{
	static const char *const keys[] = {"rank", "world_size", "backend"};
	struct span info = members_find(m, "distributedInfo");

	if (several)
		fact_put(f, keys[0], (struct span){0});
	for (size_t i = several; i < COUNT(keys); i++)
		put_value(f, keys[i], json_member(info, keys[i]));
}

/* Writes the deviceProperties of one device as rows gpu.N.KEY. */
static void
put_gpu_properties(const struct fact_writer *f, struct span gpu, int number)
{
	static const struct {
		char name[20], key[32];
	} properties[] = {
	    {"numSms", "sm_count"},
	    {"smCount", "sm_count"},
	    {"totalGlobalMem", "memory_bytes"},
	    {"warpSize", "warp_size"},
	    {"maxThreadsPerBlock", "max_threads_per_block"},
	    {"sharedMemPerBlock", "shared_memory_per_block_bytes"},
	};
	char key[64];

	for (size_t i = 0; i < COUNT(properties); i++) {
		struct span value = json_member(gpu, properties[i].name);

		snprintf(
		    key, sizeof key, "gpu.%d.%s", number, properties[i].key);
		if (value.n)
			put_value(f, key, value);
	}
}

static void
put_compute_capability(const struct fact_writer *f, struct span gpu, int number)
{
	struct span major = json_member(gpu, "computeMajor");
	struct span minor = json_member(gpu, "computeMinor");
	char key[64], text[64];

	if (!major.n || !minor.n || major.n > 20 || minor.n > 20)
		return;
	snprintf(key, sizeof key, "gpu.%d.compute_capability", number);
	snprintf(text, sizeof text, "%.*s.%.*s", (int)major.n, major.p,
	    (int)minor.n, minor.p);
	fact_put(f, key, span_of(text));
}

/* deviceProperties is an array of objects, one a device. */
static void
put_gpus(const struct fact_writer *f, const struct members *m)
{
	struct span gpus = members_find(m, "deviceProperties"), gpu;
	char key[40];

	for (int i = 0; json_item(&gpus, &gpu); i++) {
		snprintf(key, sizeof key, "gpu.%d", i);
		put_value(f, key, json_member(gpu, "name"));
		put_compute_capability(f, gpu, i);
		put_gpu_properties(f, gpu, i);
	}
}

/*
 * How a version is packed into a number: CUDA's as 1000 major + 10 minor
 * (NVIDIA, "CUDA Runtime API", cudaRuntimeGetVersion), HIP's as 10^7 major +
 * 10^5 minor + patch (AMD, "HIP API", HIP_VERSION).
 */
static struct span
unpack_version(struct span key, struct span text, char *out, size_t size)
{
	int64_t v;
	int n;

	if (fixed_parse_int(text, &v) || v < 1000)
		return text;
	if (span_starts(key, "cuda_"))
		n = snprintf(
		    out, size, "%d.%d", (int)(v / 1000), (int)(v % 1000 / 10));
	else if (span_starts(key, "hip_"))
		n = snprintf(out, size, "%d.%d.%d", (int)(v / 10000000),
		    (int)(v / 100000 % 100), (int)(v % 100000));
	else
		return text;
	return (struct span){out, (size_t)n};
}

/* version.NAME for each NAME_version beside the events, and NCCL's. */
static void
put_versions(const struct fact_writer *f, const struct members *m)
{
	struct span key, value;
	char name[100], version[40];

	value = json_member(members_find(m, "distributedInfo"), "nccl_version");
	if (value.n)
		put_value(f, "version.nccl", value);
	for (size_t i = 0; members_get(m, i, &key, &value); i++) {
		if (!span_ends(key, "_version") || key.n > 80)
			continue;
		snprintf(name, sizeof name, "version.%.*s",
		    (int)(key.n - strlen("_version")), key.p);
		value = unpack_version(key, value, version, sizeof version);
		put_value(f, name, value);
	}
}

/* Writes the other members that are a single value, as meta.KEY. */
static void
put_scalars(const struct fact_writer *f, const struct members *m)
{
	struct span key, value;
	char name[100];

	for (size_t i = 0; members_get(m, i, &key, &value); i++) {
		if (value.p[0] == '{' || value.p[0] == '[')
			continue;
		snprintf(name, sizeof name, "meta.%.*s", SPAN_MOST(key, 80));
		put_value(f, name, value);
	}
}

void
metadata_write(
    const struct fact_writer *f, const struct members *m, bool several)
{
	put_job(f, m, several);
	put_gpus(f, m);
	put_versions(f, m);
	put_scalars(f, m);
}

void
metadata_write_whole(
    const struct fact_writer *f, const struct members *m, struct span rank)
{
	struct buf name = {0}, text = {0};
	struct span key, value;

	fact_put(f, "rows_rank", rank);
	for (size_t i = 0; members_get(m, i, &key, &value); i++) {
		BUF_JOIN(&name, span_of("member."), key, BUF_NUL);
		text.n = 0;
		json_repair(&text, value);
		fact_put(f, name.p, buf_span(&text));
	}
	buf_free(&name);
	buf_free(&text);
}
