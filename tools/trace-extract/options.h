/*
 * options - what is asked for, and how far the run over all files has come.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "common/cli/map_option.h"
#include "common/table/tsv.h"
#include "tools/trace-extract/rows.h"
#include "tools/trace-extract/select.h"

struct options {
	struct selection selection;
	bool chosen;                       /* the selection was given */
	const struct trace_format *format; /* NULL: told by first bytes */
	struct map_option map;
	struct columns columns;
	struct rank_rule rank;
	bool relative;
	bool pair;    /* begins and ends become complete events */
	int64_t base; /* ns, subtracted from each time */
	const char *info;
	int threads;
	bool quiet;
	bool exit_zero;
};

struct extract {
	const struct options *o;
	struct tsvw *out;
	struct tsvw *info; /* where facts go, or NULL */
	bool header;       /* it has been printed */
	int64_t printed;
	bool failed, damaged; /* a file could not be read; was read in part */
};

#endif
