/*
 * dump - collectives in the flight recorders of a job's ranks.
 *
 * PyTorch records each collective and each transfer of a rank in a ring, and
 * dumps it when the job hangs. The JSON form is read, one file a rank, as
 * torch._C._distributed_c10d._dump_nccl_trace_json() returns it (PyTorch,
 * torch/csrc/distributed/c10d/FlightRecorderDetail.hpp) or as a converted
 * pickle has it.
 *
 * Life: dumps_open; dump_read for each file, of another rank each, in any
 * order; dump_groups; then everything can be read, until dumps_free.
 *
 * Memory: 104 bytes a record, and each text once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "common/bytes/pool.h"
#include "common/input/input.h"
#include "common/json/json.h"
#include "tools/trace-collectives/rank_list.h"

enum record_state { RECORD_SCHEDULED, RECORD_STARTED, RECORD_COMPLETED };

enum { DUMP_NONE = -1 }; /* a number that is not told */

/* A collective or a transfer of one rank. Texts are numbers of dumps.texts. */
struct record {
	uint32_t dump, group;
	/* of the process group, as it tells them; pg_id: in this process */
	uint32_t name, desc, pg_id;
	uint32_t kind; /* such as all_reduce, without the backend */
	uint32_t in_sizes, in_dtypes, out_sizes, out_dtypes; /* JSON */
	uint32_t frame; /* the caller, as dump_record.c finds it; 0: none */
	enum record_state state;
	bool transfer; /* between two ranks, else of the whole group */
	bool receives; /* a transfer */
	bool torn;     /* parts of its launch may not be there */
	int64_t rank;
	int64_t id;       /* counts all that the rank has recorded, from 0 */
	int64_t sequence; /* counts the group's collectives, or the transfers */
	int64_t elements; /* of all inputs */
	/* of a transfer: places in the group; both or none are told */
	int64_t source, destination;
};

/* One file. */
struct dump {
	const char *path; /* the caller's */
	int64_t rank;
	bool whole;         /* it has all that happened */
	bool overwritten;   /* older records are not in it */
	bool timed;         /* it tells when a collective starts */
	int64_t lost;       /* parts of the file that cannot be read */
	const char *damage; /* how the file ends too early; NULL */
	bool grouped;       /* it tells the ranks of groups */
	bool listed;        /* its own rank is one of them */
	uint32_t frame;     /* of the newest record; a text */
};

/* A process group in a dump: all but `dump` are texts. */
struct config {
	uint32_t dump, name, desc, ranks;
};

/* The last collective that completed of the process group with this pg_id. */
struct pg_status {
	uint32_t dump, pg_id;
	int64_t completed;
};

/* A rank of a group. */
struct member {
	int64_t rank, dump; /* DUMP_NONE: no dump of it is there */
	/* sequence numbers of its collectives, or DUMP_NONE */
	int64_t enqueued, completed;
	uint32_t pg_id; /* in its dump; 0: not told */
	bool transfers;
	bool elsewhere; /* its dump has other ranks in the group of that name */
};

struct process_group {
	uint32_t name, desc, ranks;
	uint32_t id; /* its number before groups are sorted, and */
	struct span by_name, by_ranks; /* what they are sorted by */
	struct rank_list places; /* the rank at each place; empty: not told */
	struct member *member;   /* by rank */
	size_t members, cap;
	/* in dumps.record: its collectives, then its transfers */
	size_t first, transfers, end;
};

struct dumps {
	struct pool *texts; /* number 0 is the empty text */
	struct dump *dump;
	size_t n, cap;
	struct record *record; /* by group, transfer, sequence, rank, id */
	size_t records, record_cap;
	struct config *config;
	size_t configs, config_cap;
	struct pg_status *status;
	size_t statuses, status_cap;
	struct process_group *group; /* by name and ranks */
	size_t groups, group_cap;
};

void dumps_open(struct dumps *);
void dumps_free(struct dumps *);

/* After dump_groups: the member of that rank, or NULL. */
struct member *dump_member(const struct process_group *, int64_t rank);

static inline struct span
dump_text(const struct dumps *d, uint32_t text)
{
	return pool_get(d->texts, text);
}

/*
 * The process groups of all dumps.
 *
 * The same group has another number (pg_id) in each process, and names repeat
 * in one job: a group is told by its name and its ranks. A dump that lost what
 * it said of its groups is in the one of that name that has its rank.
 */

/* After all are read: finds groups and their members, and sorts the records. */
void dump_groups(struct dumps *);

/*
 * The dump of one flight recorder, from JSON.
 */

/*
 * Reads a dump of that rank; the path must live as long as the dumps. Returns
 * NULL, or why this is none: valid until the input is closed. A damaged one is
 * read as far as that goes: see dump.lost and dump.damage.
 */
const char *dump_read(
    struct dumps *, struct input *, const char *path, int64_t rank);

/*
 * Reads an entry, all but dump, group and rank; `timed` becomes true if it
 * tells when it started. Returns false when it does not say what it is: without
 * a process group, a name, a sequence number or a state.
 */
bool record_read(struct dumps *, struct json *, struct span entry,
    struct record *, bool *timed);

/*
 * Collectives that are launched as one (coalesced) have one sequence number,
 * and the record that closes them has the state of all. Makes one record of the
 * collectives; gives transfers the state, and drops the closing record unless
 * it is alone, because the ring has overwritten the others. The
 * records from `first` on are those of one dump.
 */
void record_join(struct dumps *, size_t first);

/* A whole number of a JSON value, also of one in quotes; else DUMP_NONE. */
int64_t record_number(struct span value);

/* A JSON value as a text of the dumps. */
uint32_t record_text(struct dumps *, struct span value);
