/*
 * metadata - facts about a trace as rows of file, key and value, and those that
 * the members beside the events hold: rank, GPUs, versions.
 */
#ifndef COMMON_TRACE_METADATA_H
#define COMMON_TRACE_METADATA_H

#include "common/table/tsv.h"
#include "common/trace/formats.h"

/* Where rows go, and the file they are about. */
struct fact_writer {
	struct tsvw *w; /* keeps the error, if there is one */
	struct span file;
};

void fact_put(const struct fact_writer *, const char *key, struct span value);
void fact_int(const struct fact_writer *, const char *key, int64_t);

/* A time; no value when it is not known. */
void fact_us(
    const struct fact_writer *, const char *key, bool known, int64_t ns);

/*
 * Appends a member of distributedInfo, such as "rank" or "world_size", if it
 * is there.
 */
void metadata_job(const struct members *, const char *key, struct buf *text);

/* The same with the name of the first device. */
void metadata_gpu(const struct members *, struct buf *text);

/*
 * Writes the job's rank, world size and backend, the GPUs, the versions, and
 * other single values.
 */
void metadata_write(const struct fact_writer *, const struct members *);

/*
 * Writes what stands beside the events as it is: each member as a row
 * member.NAME, in sound JSON (sound.h), and before them the rank that the
 * file's events have in their column, as rows_rank.
 */
void metadata_write_whole(
    const struct fact_writer *, const struct members *, struct span rank);

#endif
