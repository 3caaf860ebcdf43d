/*
 * label - the two columns that trace-phase fills in, and rows that belong
 * together by their other columns.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/pool.h"
#include "common/cli/xkey.h"
#include "common/table/tsv.h"
#include "tools/trace-phase/phase.h"

struct label_columns {
	bool anew;         /* the labels of the table do not count */
	int phase, reason; /* may be missing: they go behind then */
};

void label_find(struct label_columns *, const struct tsv *, bool anew);

/* The label that the current record has, PHASE_EMPTY for none. */
enum phase label_read(const struct label_columns *, const struct tsv *);

/* The header of the input with what is missing behind. */
void label_header(
    struct tsvw *, const struct label_columns *, const struct tsv *);

/* A record with the finding filled in, or as it was for NULL. */
void label_row(struct tsvw *, const struct label_columns *, struct span line,
    const struct finding *);

/* Numbers of rows: the same for those with the same key. */
struct keys {
	struct pool *pool;
	struct key key;
};

/* By those columns of a list that are there. */
struct keys keys_open(const struct tsv *, const char *columns);
uint32_t keys_number(struct keys *, const struct tsv *); /* of its record */
void keys_free(struct keys *);

/* Phases of events from those of other events, by time. */

/* An event or annotation, as far as it matters here. */
struct moment {
	int64_t time;   /* ns */
	uint32_t group; /* only moments of one group follow each other */
	struct finding *finding;
	enum phase says; /* what it is by itself, perhaps */
	bool sure;       /* for it runs in one phase only */
	bool attention;  /* of a step */
};

/*
 * Gives each of n moments without a phase that of the one before it that has
 * one, for the reason `how`. Sorts the moments; of those at the same time the
 * ones with a phase come first.
 */
void propagate_after(struct moment *, size_t n, const char *how);

/* Sorts them, and labels those that say a phase by themselves: see label.c. */
void propagate_confirm(struct moment *, size_t n);

/*
 * Gives those without a label the phase of the nearest before and after that
 * have one, if these agree; what is labelled unknown agrees with nothing. Where
 * a group begins or ends, one neighbour is enough. With two attention kernels
 * between, or half of the kernels of a step, another step may be there, and
 * nothing is given; a `step` of 0 is not known, and then the ends get nothing.
 * The moments are sorted.
 */
void propagate_between(struct moment *, size_t n, size_t step, const char *how);
