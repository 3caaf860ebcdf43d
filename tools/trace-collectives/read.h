/*
 * read - events as trace-extract prints them: the communication kernels among
 * them into a job, with what the kernel or its record_param_comms says.
 */
#ifndef TOOLS_TRACE_COLLECTIVES_READ_H
#define TOOLS_TRACE_COLLECTIVES_READ_H

#include <regex.h>

#include "common/bytes/buf.h"
#include "common/table/tsv.h"
#include "tools/trace-collectives/options.h"

/*
 * Which kernels communicate, by their names, and what collective those are
 * that the framework says nothing of.
 */

struct names {
	struct name_rule *rule;
	size_t n, cap;
	struct buf text; /* a name with its NUL */
};

/* A zeroed struct has no rules. */
void names_free(struct names *);

/*
 * Adds a rule: a kernel that matches the POSIX extended regular expression is a
 * collective of that name. Returns 0, or the reason as regerror takes it.
 * Earlier rules are tried first.
 */
__attribute__((warn_unused_result)) int names_add(
    struct names *, struct span pattern, struct span collective);

/*
 * Does a kernel of this name communicate? Sets the collective, empty when the
 * name does not tell; valid until names_free. Returns 1 or 0.
 */
__attribute__((warn_unused_result)) int names_find(
    struct names *, struct span kernel, struct span *collective);

struct reading {
	bool told;     /* the table has the column collective_name */
	bool numbered; /* and event */
	bool placed;   /* ranks are the places of files among the files */
	bool ranked;   /* the table tells the ranks */
};

/* Ends the program with a message when the table cannot be used. */
struct reading read_job(struct job *, struct tsv *, const struct options *);

#endif
