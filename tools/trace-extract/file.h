/*
 * file - one trace while it is read: what becomes of each event. extract.c
 * reads events one by one, chunks.c lets threads do it.
 */
#pragma once

#include <stdatomic.h>

#include "common/cli/xrules.h"
#include "common/json/skim.h"
#include "common/table/tsv.h"
#include "common/trace/source.h"
#include "tools/trace-extract/stream_rows.h"

struct options {
	struct selection selection;
	bool chosen;                       /* the selection was given */
	const struct trace_format *format; /* NULL: told by first bytes */
	struct xmap map;
	struct columns columns;
	struct rank_rule rank;
	bool relative;
	bool pair;    /* begins and ends become complete events */
	int64_t base; /* ns, subtracted from each time */
	const char *info;
	int64_t threads;
	bool quiet;
};

struct extract {
	struct options *o;
	struct tsvw *out;
	struct tsvw *info; /* where facts go, or NULL */
	bool header;       /* it has been printed */
	int64_t printed;
	bool failed, damaged; /* a file could not be read; was read in part */
	const char *unranked; /* the first file whose rank is unknown, and */
	int no_rank;          /* how many there are */
};

struct spool;
void spool_free(struct spool *);

struct facts;
struct begins;

struct file {
	const char *path;
	struct source source;
	struct facts *facts;
	struct begins *pairs;    /* or NULL */
	struct skim_words words; /* of the events to print */
	bool chosen;             /* the source knows them */
	bool regular;            /* the file can be read again */
	int64_t size;            /* bytes; 0 if it is not regular */
	bool split;              /* reading in chunks was tried */
	atomic_llong chunked;    /* bytes of the file in chunks that are done */
	struct record record;    /* how an event becomes a line */
	atomic_ullong found;     /* of the categories chosen */
	atomic_ullong unranked;  /* events printed, of several ranks */
	struct buf rank, world, gpu;
	struct spool *spool; /* where records wait for their origin, or NULL */
	struct tsvw *rows;   /* where records go: the run's out, or the spool */
	bool based;          /* the base is known */
	int64_t printed;
	int64_t lost;     /* chosen, but of no use */
	int64_t backward; /* of these, pairs that end before they start */
};

/*
 * Before the header and the first record: whether each event has its own rank,
 * as the first chosen one (NULL: there is none) and the metadata tell, and
 * whether records wait for what is beside events.
 */
void file_find_ranks(
    struct extract *, struct file *, const struct raw_event *first);
void file_start(struct extract *, struct file *);

/* Prints the records that waited, with the origin that is known now. */
void file_copy_spool(struct extract *, struct file *);

/* Counts an event of the file of that name, whatever is printed of it. */
void file_count(const struct extract *, struct facts *,
    const struct raw_event *, const char *path);

/*
 * Counts an event as far as that is asked for, and prints it, or what it is
 * with its partner.
 */
void file_take(struct extract *, struct file *, const struct raw_event *);

/* After the last event: prints begins that have no end. */
void file_end(struct extract *, struct file *);

/*
 * Print the events of one file after another.
 */

/* Opens a trace as the options want it read. */
void extract_open(struct source *, const char *path, const struct options *);

/* Prints a file's events and tells what is wrong with it on stderr. */
void extract_file(struct extract *, const char *path);

/*
 * Reading a file by several threads.
 */

enum { CHUNKS_THREADS = 64 };

/*
 * Reads by several threads once nothing depends on what was read before but
 * where the next event begins; else does nothing. Returns 0, or -1 when the
 * file cannot be read.
 */
MUST_USE int chunks_read(struct extract *, struct file *);
