/*
 * convert - the main function of the tools that write a table in another
 * format: its command line, its files, and the loop over its records.
 */
#pragma once

#include "common/bytes/buf.h"
#include "common/cli/opt.h"
#include "common/table/tsv.h"

/* A format to convert to; its functions append to a buffer that is written. */
struct format {
	const char *usage;
	const struct opt *options; /* as for opt_parse; NULL: none */
	void *state;               /* for the functions below */
	void (*begin)(void *state, struct buf *out, const struct tsv *);
	void (*record)(void *state, struct buf *out, const struct tsv *);
	void (*end)(
	    void *state, struct buf *out, const struct tsv *); /* or NULL */
};

/* Returns what main returns. */
int convert(int argc, char **argv, const struct format *);
