/*
 * candidates - the rows that may have partners, from a table of events.
 *
 * Errors end the program with a message.
 */
#pragma once

#include <regex.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/cli/xkey.h"
#include "common/meaning/rules.h"
#include "tools/trace-pair/partners.h"

enum kind { KIND_NTH, KIND_BY, KIND_ANCHOR, KIND_TAG };

struct options {
	enum kind kind;
	const char *keys;     /* that must agree beside the name, or NULL */
	const char *by;       /* columns, or NULL */
	const char *sequence; /* columns, or NULL */
	const char *peer;     /* a column, or NULL */
	const char *rank;     /* a column */
	const char *rules;    /* a table, or NULL */
	const char *from, *to, *tag; /* patterns, or NULL */
	int64_t lags;
	bool quiet;
};

/* Facts from a name, found once for all rows that have it. */
struct name {
	bool collective, source, target;
	uint32_t tag; /* POOL_NONE: none */
};

struct pair_table {
	const struct options *o;
	int ts, dur, name, cat, ph, rank, number, peer, bytes;
	struct key key, sequence;
	struct rules *rules;
	regex_t from, to, tag;
	struct pool *names, *ranks, *keys, *sequences, *bytes_texts;
	struct name *of;
	size_t ofs, of_cap;
	struct buf text;
	struct partners rows;
	int64_t count;        /* rows so far */
	uint32_t *place, *at; /* of each rank in their order, and the reverse */
	size_t misfits;
};

/* Finds the columns; the table is zeroed but for the options. */
void candidates_open(struct pair_table *, const struct tsv *);

/* Reads all rows. Ranks are numbers in their order then. */
void candidates_read(struct pair_table *, struct tsv *);

void candidates_close(struct pair_table *);
