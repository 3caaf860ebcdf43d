/*
 * file_facts - properties of a trace file, not of its events: counts, span,
 * rank, devices, damage. trace-info prints them; trace-extract --info writes
 * them.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/bytes/fixed.h"
#include "common/table/tsv.h"
#include "common/trace/formats.h"
#include "common/trace/raw_event.h"
#include "common/trace/source.h"

/*
 * Facts about a trace as rows of file, key and value, and those that
 * the members beside the events hold: rank, GPUs, versions.
 */

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
 * Several ranks in one file, as trace-json writes them: a member tells that pid
 * p of rank r became r * N + p, and a text p "rank r: p".
 */
#define METADATA_PIDS "pidsPerRank"

/* Numbers from here on stand for pids of N or more, and tell no rank. */
#define METADATA_PIDS_MOST INT64_C(4000000000)

/* That N, or 0 if the file has no such member. */
int64_t metadata_pids(const struct members *);

/* The two parts of a pid; spans point into the pid or the digits. */
struct rank_pid {
	struct span rank, pid;
	char digits[2][FIXED_MAX];
};

/* Sets them; of a pid that has none the rank is empty. */
void metadata_split_pid(struct rank_pid *, struct span pid, int64_t pids);

/*
 * Writes the job's rank, unless the events are of several, its world size and
 * backend, the GPUs, the versions, and other single values.
 */
void metadata_write(
    const struct fact_writer *, const struct members *, bool several);

/*
 * Writes what stands beside the events as it is: each member as a row
 * member.NAME, in valid JSON (repair.h), and before them the rank that the
 * file's events have in their column, as rows_rank.
 */
void metadata_write_whole(
    const struct fact_writer *, const struct members *, struct span rank);

/*
 * The GPU events of each stream, and where they overlap.
 *
 * A stream does one thing after another; where a trace shows two at a time,
 * its times are wrong, or the work began before what precedes it had ended, as
 * with programmatic dependent launch. Memory: 24 bytes an event.
 */

struct track_event {
	int64_t start, end; /* ns, start <= end, and the difference fits */
	uint32_t stream;
};

/* Zeroed, there are none. */
struct tracks {
	struct track_event *p;
	size_t n, cap;
};

struct overlaps {
	int64_t
	    pieces; /* that begin before an earlier one of the stream ends */
	int64_t ns; /* by which durations exceed the time they cover */
	int64_t inside_ns; /* of it, pieces that end in an earlier one, too */
};

/*
 * Sorts the events, and counts. Returns 0, or -1 when the time does not fit
 * (292 years).
 */
MUST_USE int tracks_overlaps(struct tracks *, struct overlaps *);

struct facts;

struct facts *facts_new(void);
void facts_free(struct facts *);

/* Why adding an event, or writing the facts, fails: a sum does not fit. */
#define FACTS_OVERFLOW "times add up to over 292 years"

/*
 * Counts one event; one of no use only as lost. Returns 0, or -1:
 * FACTS_OVERFLOW. Memory: 24 bytes a piece of work of a GPU, and what linkage.h
 * says.
 */
MUST_USE int facts_add(struct facts *, const struct raw_event *);

/* Counts it by category only: all that facts_categories needs. */
void facts_count(struct facts *, const struct raw_event *);

/*
 * "cpu_op 375, cuda_runtime 12", cut to `size` bytes; for messages. Of many
 * categories, those of few events are only counted: "gpu_op 9, 80 other
 * categories", as unitrace gives each flow one of its own.
 */
void facts_categories(const struct facts *, char *, size_t size);

/*
 * Advice for a trace without GPU kernels, cut to `size` bytes, for messages:
 * which category looks like kernels, or that it is of IBM's AIU; empty if
 * neither.
 */
void facts_hint(const struct facts *, char *, size_t size);

/*
 * The category so far, or the group gpu, host or calls, that may be meant by a
 * name; the first of those that are as near; empty if none is (see
 * spelling.h).
 */
struct span facts_near_category(const struct facts *, struct span name);

/* Writes the columns file, key, value. Returns 0, or -1 with w->error set. */
MUST_USE int facts_write_header(struct tsvw *);

/* Events that the source could not read, or that were of no use when added. */
int64_t facts_lost(const struct facts *, const struct source *);

/*
 * Writes one row a fact. Returns 0; -1 with w->error set, or as facts_add.
 */
MUST_USE int facts_write(
    struct facts *, const struct source *, const char *file, struct tsvw *);
