/*
 * xkey - the values that a record has in the key columns (-k), as one text: its
 * fields with tabs between them, so that a key is written like one field.
 */
#pragma once

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"
#include "common/table/tsv.h"

struct key {
	int n;       /* columns; with none, all records have one key */
	int *column; /* TSV_MISSING: an empty field */

	/* below: for xkey.c only */
	struct buf text;
};

/*
 * Finds the columns of a list such as "name,stream"; NULL and "" are none. One
 * that is not there, or comes twice, ends the program with a message.
 */
void xkey_open(struct key *, const struct tsv *, const char *list);

/* Adds those columns of a list that are there, even if they are again. */
void xkey_add_present(struct key *, const struct tsv *, const char *list);

/* One column; if it is not there, the message names the tool that makes it. */
int xkey_column(const struct tsv *, const char *name);

/* The columns from `from` to before `to` instead. */
void xkey_open_range(struct key *, int from, int to);

void key_free(struct key *);

/* The record's key; valid until the next call of this or tsv_next. */
struct span xkey_of(struct key *, const struct tsv *);

/* Writes the names of the columns, and a key; nothing with no column. */
void key_write_names(struct tsvw *, const struct key *, const struct tsv *);
void key_write(struct tsvw *, const struct key *, struct span);

/*
 * Cycles of several levels whose sums a tool adds up, though the inner ones are
 * in the outer ones. Zeroed, it has seen none.
 */
struct levels {
	bool any, several;
	char first[24];
};

/* Does a table with this key column keep levels apart? */
bool levels_apart(struct span key);
void levels_add(struct levels *, struct span level);
/* Warns if there were several. */
void levels_warn(const struct levels *, const char *file);

/*
 * A total order of keys, field by field: whole numbers as such and before other
 * texts, these by their bytes.
 */
int key_compare(struct span, struct span);

/*
 * The order of all keys of a pool: (*at)[i] is the number of the key that comes
 * i-th, and (*place)[number] is i. Both belong to the caller.
 */
void key_order(const struct pool *, uint32_t **at, uint32_t **place);
