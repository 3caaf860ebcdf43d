#include "common/trace/nsys/target.h"
#include "common/bytes/memory.h"

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

/* The version of the export, and the time that its times count from. */
static int
read_session(struct sqlite_reader *s)
{
	static const struct span meta[] = {TEXT("name"), TEXT("value")};
	static const struct span epoch[] = {TEXT("utcEpochNs")};
	struct database_rows *r =
	    database_rows_open(s->db, "META_DATA_EXPORT", meta, 2);
	int64_t since;
	int got = 0;

	while (r && (got = database_rows_next(r)) > 0)
		if (span_is(database_rows_text(r, 0), "EXPORT_SCHEMA_VERSION"))
			sqlite_add_text(
			    s, "nsys_schema_version", database_rows_text(r, 1));
	database_rows_close(r);
	if (got < 0)
		return -1;
	r = database_rows_open(
	    s->db, "TARGET_INFO_SESSION_START_TIME", epoch, 1);
	if (r && (got = database_rows_next(r)) > 0 &&
	    database_rows_integer(r, 0, &since))
		members_add(&s->r.members, span_of("baseTimeNanoseconds"),
		    database_rows_text(r, 0));
	database_rows_close(r);
	return got < 0 ? -1 : 0;
}

int
nsys_target_read(struct nsys_target *t, struct sqlite_reader *s)
{
	return sqlite_add_list(s, "deviceProperties", "TARGET_INFO_GPU",
		   gpu_columns, gpu_keys, GPU_COLUMNS, NULL) ||
		read_devices(t, s->db) || read_session(s)
	    ? -1
	    : 0;
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
