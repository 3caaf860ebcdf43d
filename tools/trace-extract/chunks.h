/*
 * chunks - the events of a plain file, read by several threads.
 *
 * Each chunk of the file is read by some thread from where an event seems to
 * start to the first event after its end, into memory. The chunks are handed
 * out in file order; who takes them compares: a chunk is right exactly if it
 * begins where the one before it ended, because between two events nothing else
 * matters to what follows. One that is not, or in which anything was out of the
 * ordinary, is worth nothing and has to be read again by somebody who knows
 * where it begins.
 */
#ifndef CHUNKS_H
#define CHUNKS_H

#include "common/json/skim.h"
#include "common/table/tsv.h"
#include "common/trace/source.h"

#ifndef CHUNK_SIZE /* tests make it small */
#define CHUNK_SIZE (1 << 20)
#endif

enum { CHUNKS_THREADS = 64 };

struct chunks_job {
	const char *path;
	int64_t from,
	    to; /* bytes of the file; the first chunk begins at `from` */
	const struct span *args; /* arguments to find, for source_open */
	size_t nargs;
	bool whole;                        /* as for source_whole */
	const struct trace_format *format; /* these two as in struct source */
	const struct category_map *map;
	const struct skim_words *words;
	/*
	 * Writes an event's record. Called by many threads. Returns 1, 0 when
	 * the event is not wanted, -1 when it is a loss.
	 */
	int (*write)(const void *context, struct tsvw *, const struct kevent *);
	const void *context;
};

struct chunk {
	bool sound;         /* else the rest says nothing */
	int64_t start, end; /* where its first event and the one behind begin */
	int64_t records;
	struct buf rows;
	bool ready; /* for chunks.c only */
};

struct chunks;

/*
 * Starts all threads but one, which is the caller: it reads chunks in
 * chunks_next. NULL when that is not possible.
 */
struct chunks *chunks_start(const struct chunks_job *, int threads);

/*
 * The next chunk, valid until the next call; NULL after the last one. *limit
 * is where the chunk ends in any case: no event that begins there is in it.
 */
const struct chunk *chunks_next(struct chunks *, int64_t *limit);

/* Stops the threads, wherever they are; accepts NULL. */
void chunks_stop(struct chunks *);

#endif
