/*
 * desync - the first collective of a process group that its ranks do not all
 * run, and what each rank does meanwhile.
 *
 * All ranks of a group run the same collectives in the same order, and count
 * them: the sequence number tells which is which. Transfers are counted by each
 * rank for itself; the n-th send of one rank to another belongs to the n-th
 * receive there.
 */
#pragma once

#include "tools/trace-collectives/dump.h"
#include "tools/trace-collectives/job.h"

/* Problems of a collective or a transfer, the worst last. */
enum problem {
	PROBLEM_NONE,
	PROBLEM_INCOMPLETE, /* a rank has not completed it */
	PROBLEM_UNSTARTED,  /* a rank has not started it, and would tell */
	PROBLEM_MISSING,    /* a rank has not reached it */
	PROBLEM_MISMATCH,   /* ranks disagree about what it is */
	PROBLEMS
};

/* Where a rank stands in one; the first are those of record_state. */
enum standing {
	STANDING_SCHEDULED = RECORD_SCHEDULED,
	STANDING_STARTED = RECORD_STARTED,
	STANDING_COMPLETED = RECORD_COMPLETED,
	STANDING_MISSING, /* it has not reached it */
	STANDING_ABSENT,  /* no dump of the rank is there */
	STANDING_UNKNOWN  /* its dump does not tell */
};

struct desync {
	enum problem problem;
	int64_t sequence; /* of a collective */
	/* of a transfer; one of them may be NULL */
	const struct record *send, *receive;
};

/*
 * The first collective with each problem, by sequence number, one under its
 * worst. Returns how many.
 */
size_t desync_collectives(const struct dumps *, const struct process_group *,
    struct desync found[PROBLEMS]);

/*
 * Appends the first transfer with a problem of each two ranks, by their places
 * in the group, and the first send and receive of those without places.
 */
void desync_transfers(const struct dumps *, const struct process_group *,
    struct desync **, size_t *n, size_t *cap);

/* The member's record of the collective with that number; NULL: none. */
const struct record *desync_record(const struct dumps *,
    const struct process_group *, const struct member *, int64_t sequence);

/* Of a collective that it has not recorded. */
enum standing desync_standing(
    const struct dumps *, const struct member *, int64_t sequence);

/* In what a record differs from another one of the same collective. */
enum { DIFFERS_KIND = 1, DIFFERS_SIZES = 2, DIFFERS_DTYPES = 4 };
unsigned desync_differs(
    const struct dumps *, const struct record *, const struct record *);

/*
 * The record of a collective that most ranks agree with, of several such the
 * one of the lowest rank, and none that is torn if there are others; NULL if
 * nobody has recorded it.
 */
const struct record *desync_usual(
    const struct dumps *, const struct process_group *, int64_t sequence);

/*
 * The table of --missing: which rank lacks which collective in a
 * hang, of the dumps of flight recorders (dump.h, desync.h).
 */

/* The rank that a file's name tells, or DUMP_NONE. */
int64_t desync_rank_of_file(const char *path);

/*
 * Reads the files, prints the table, and reports what is damaged. Returns
 * STATUS_OK if a rank lacks anything, STATUS_NO if none does, STATUS_DAMAGED.
 * Ends the program if a file is no dump.
 */
int desync_run(const struct options *, char *const *paths, int n);
