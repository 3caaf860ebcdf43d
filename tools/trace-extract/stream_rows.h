/*
 * stream_rows - events as records of the stream.
 */
#pragma once

#include <regex.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "common/bytes/span.h"
#include "common/json/skim.h"
#include "common/table/tsv.h"
#include "common/trace/category_map.h"
#include "common/trace/raw_event.h"

/*
 * Which events are asked for, by category.
 */

/* Which rank of a distributed job a trace file is of. */

struct rank_rule {
	const char *fixed; /* the same for all files */
	bool by_name;      /* or the pattern's first group in the file's name */
	bool by_pid;       /* or the pid of each event: a file has several */
	regex_t pattern;
};

/*
 * `text` is a whole number, "pid", or an extended regular expression with one
 * group; it must outlive the rule. Returns NULL, or what is wrong with it.
 */
const char *rank_rule_parse(struct rank_rule *, const char *text);

/* The rank by the rule, or an empty span; points into rule or path. */
struct span rank_by_rule(const struct rank_rule *, const char *path);

enum { SELECT_NAMES = 64 }; /* bits of a mask */

struct selection {
	bool all;
	unsigned groups;                /* of enum event_group */
	struct span name[SELECT_NAMES]; /* categories in today's spelling */
	int names;
	unsigned long long expected; /* bits of those to be missed if absent */
};

/*
 * Adds a comma-separated list of categories and of the groups gpu, host, calls,
 * all; the list must outlive the selection. Returns 0, or -1 when an item is
 * empty or there are too many.
 */
int select_add(struct selection *, const char *list, bool expected);

/*
 * The words at least one of which stands in every event that is asked for,
 * where the map gives events other categories. The selection must outlive them.
 */
void select_words(
    const struct selection *, const struct category_map *, struct skim_words *);

/*
 * Is it asked for? The bit of the name that does so is set in `found`, which
 * threads may share.
 */
bool select_has(
    const struct selection *, const struct raw_event *, atomic_ullong *found);

enum { ROWS_ASKED = 64 };

/* Which columns there are after the usual ones. */
struct columns {
	struct span key[ROWS_ASKED];  /* args asked for */
	struct span name[ROWS_ASKED]; /* and what their columns are called */
	size_t asked;
	uint64_t counters; /* bits of those that --counters asks for */
	bool number, whole, rank, job, file;
	struct buf names; /* made-up column names point into it */
};

/*
 * Adds a column by `KEY` or `KEY=COLUMN`, which must outlive the columns; a KEY
 * alone becomes lower-case words joined by underscores. Returns NULL, or what
 * is wrong with it.
 */
const char *columns_add(struct columns *, const char *spec);

/* The names of all columns. */
void rows_header(struct tsvw *, const struct columns *);

/* Where events are from: the last fields of each record. */
struct origin {
	struct span rank;
	struct span world, gpu; /* of the job: how many ranks, on which GPU */
	struct span file;
};

/* The fields of the columns that there are: the rank, and what follows it;
 * those of the job beside a rank only. */
void rows_rank(struct tsvw *, const struct columns *, struct span rank);
void rows_origin(struct tsvw *, const struct columns *, const struct origin *);

/* Where the rank of an event is told. */
enum ranks_by {
	RANKS_BY_FILE, /* its origin: all events are of one rank */
	RANKS_BY_PID,  /* each event's pid is its rank */
	RANKS_IN_PID,  /* or holds it, as file_facts.h says */
	RANKS_BY_EVENT /* each event says it; see raw_event.h */
};

/* Settings and counters shared by all events of a file. */
struct record {
	const struct selection *selection;
	const struct columns *columns;
	atomic_ullong *found; /* the categories that came, by number */
	int64_t base;         /* ns, subtracted from each time */
	struct origin origin; /* of the last columns */
	enum ranks_by ranks;
	int64_t pids;            /* of each rank, with RANKS_IN_PID */
	atomic_ullong *unranked; /* events of no rank, in a file of several */
	bool open; /* leave out what is of the file: it is written later */
};

/*
 * Writes the record of an event that is selected; `number` is its place in
 * traceEvents. Returns 1, 0 when it is not selected, -1 when it is but cannot
 * be used: a kernel, copy or memset that is not complete, a time out of range.
 */
int record_write(const struct record *, struct tsvw *, const struct raw_event *,
    int64_t number);
