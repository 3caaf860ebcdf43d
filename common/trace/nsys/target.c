#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/json/quote.h"
#include "common/trace/nsys/target.h"
#include "common/trace/whole.h"

enum { MOST = 4096 }; /* devices: as many GPUs have no machine */

/* Columns of TARGET_INFO_GPU, and what Kineto calls them. */
static const struct span gpu_columns[] = {{"name", 4}, {"computeMajor", 12},
    {"computeMinor", 12}, {"smCount", 7}, {"totalMemory", 11},
    {"threadsPerWarp", 14}, {"maxThreadsPerBlock", 18},
    {"maxShmemPerBlock", 16}};
static const char *const gpu_keys[] = {"name", "computeMajor", "computeMinor",
    "numSms", "totalGlobalMem", "warpSize", "maxThreadsPerBlock",
    "sharedMemPerBlock"};

enum { GPU_COLUMNS = sizeof gpu_keys / sizeof *gpu_keys };

/* One row as an object, after a comma or bracket. */
static int
add_gpu(struct buf *gpus, struct whole *w, const struct database_rows *r)
{
	w->args.n = 0;
	for (size_t i = 0; i < GPU_COLUMNS; i++) {
		struct span text = database_rows_text(r, i);

		if (text.n && whole_put(w, span_of(gpu_keys[i]), text))
			return -1;
	}
	return whole_end(w) || buf_add(gpus, gpus->n ? "," : "[", 1) ||
		buf_add(gpus, w->args.p, w->args.n)
	    ? -1
	    : 0;
}

static int
read_gpus(struct nsys_target *t, struct database *db)
{
	struct database_rows *r =
	    database_rows_open(db, "TARGET_INFO_GPU", gpu_columns, GPU_COLUMNS);
	struct whole w = {0};
	struct buf gpus = {0};
	int got = 0, rc = 0;

	while (r && rc == 0 && gpus.n < MEMBER_MAX &&
	    (got = database_rows_next(r)) > 0)
		rc = add_gpu(&gpus, &w, r);
	if (rc == 0 && got >= 0 && gpus.n)
		rc = buf_add(&gpus, "]", 1) ||
		    members_add(&t->members, span_of("deviceProperties"),
			buf_span(&gpus));
	database_rows_close(r);
	whole_free(&w);
	buf_free(&gpus);
	return rc || got < 0 ? -1 : 0;
}

static int
read_devices(struct nsys_target *t, struct database *db)
{
	static const struct span columns[] = {
	    {"pid", 3}, {"cudaId", 6}, {"gpuId", 5}};
	struct database_rows *r =
	    database_rows_open(db, "TARGET_INFO_CUDA_DEVICE", columns, 3);
	struct nsys_device d;
	int got = 0;

	while (r && t->devices < MOST && (got = database_rows_next(r)) > 0)
		if (database_rows_integer(r, 0, &d.process) &&
		    database_rows_integer(r, 1, &d.number) &&
		    database_rows_integer(r, 2, &d.gpu))
			ARRAY_PUSH(t->device, t->devices, &t->cap, d);
	database_rows_close(r);
	return got < 0 ? -1 : 0;
}

/* A text as JSON. */
static int
add_member(struct nsys_target *t, const char *key, struct span text)
{
	char *quoted = xmalloc(QUOTE_MAX * text.n + 2);
	int rc = -1;

	if (quoted)
		rc = members_add(&t->members, span_of(key),
		    (struct span){
			quoted, (size_t)(quote(quoted, text) - quoted)});
	free(quoted);
	return rc;
}

/* The version of the export, and the time that its times count from. */
static int
read_session(struct nsys_target *t, struct database *db)
{
	static const struct span meta[] = {{"name", 4}, {"value", 5}};
	static const struct span epoch[] = {{"utcEpochNs", 10}};
	struct database_rows *r =
	    database_rows_open(db, "META_DATA_EXPORT", meta, 2);
	int64_t since;
	int got = 0, rc = 0;

	while (r && rc == 0 && (got = database_rows_next(r)) > 0)
		if (span_is(database_rows_text(r, 0), "EXPORT_SCHEMA_VERSION"))
			rc = add_member(
			    t, "nsys_schema_version", database_rows_text(r, 1));
	database_rows_close(r);
	if (rc || got < 0)
		return -1;
	r = database_rows_open(db, "TARGET_INFO_SESSION_START_TIME", epoch, 1);
	if (r && (got = database_rows_next(r)) > 0 &&
	    database_rows_integer(r, 0, &since))
		rc = members_add(&t->members, span_of("baseTimeNanoseconds"),
		    database_rows_text(r, 0));
	database_rows_close(r);
	return rc || got < 0 ? -1 : 0;
}

int
nsys_target_read(struct nsys_target *t, struct database *db)
{
	return read_gpus(t, db) || read_devices(t, db) || read_session(t, db)
	    ? -1
	    : 0;
}

void
nsys_target_free(struct nsys_target *t)
{
	free(t->device);
	members_free(&t->members);
}

int64_t
nsys_target_gpu(const struct nsys_target *t, int64_t process, int64_t number)
{
	for (size_t i = 0; i < t->devices; i++)
		if (t->device[i].process == process &&
		    t->device[i].number == number)
			return t->device[i].gpu;
	return number;
}
