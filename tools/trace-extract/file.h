/*
 * file - one trace while it is read: shared by extract.c, which reads it event
 * by event, and split.c, which lets threads do it.
 */
#ifndef FILE_H
#define FILE_H

#include <stdatomic.h>

#include "common/trace/source.h"
#include "tools/trace-extract/extract.h"
#include "tools/trace-extract/record.h"

struct facts;
struct spool;

struct file {
	const char *path;
	struct source source;
	struct facts *facts;
	struct skim_words words; /* of the events to print */
	bool chosen;             /* the source knows them */
	bool regular;            /* the file can be read again */
	int64_t size;            /* bytes; 0 if it is not regular */
	bool split;              /* reading in chunks was tried */
	atomic_llong chunked;    /* bytes of the file in chunks that are done */
	struct record record;    /* how an event becomes a line */
	struct buf rank;
	struct spool *spool; /* where records wait for the rank, or NULL */
	struct tsvw *rows;   /* where records go: the run's out, or the spool */
	bool based;          /* the base is known */
	int64_t printed;
	int64_t lost; /* chosen, but of no use */
};

/* extract.c: counts an event as far as that is asked for, and prints it. */
void file_take(struct extract *, struct file *, const struct kevent *);

/*
 * split.c: reads by several threads once nothing depends on what was read
 * before but where the next event begins; else does nothing. Returns 0, or -1
 * when the file cannot be read.
 */
__attribute__((warn_unused_result)) int file_split(
    struct extract *, struct file *);

#endif
