/*
 * info - the metadata of the traces that the rows come from: the rows member.*
 * of trace-extract --whole --info.
 */
#pragma once

#include "tools/trace-json/args.h"

struct info;

struct info *info_new(void);
void info_free(struct info *);

/* Takes a fact about a file; facts of other keys are of no interest. */
enum info_result {
	INFO_OK = 0,
	INFO_NO_JSON = -1 /* the value of a member is none */
};
__attribute__((warn_unused_result)) enum info_result info_add(
    struct info *, struct span file, struct span key, struct span value);

/*
 * Writes the members that stand before the events, each with a comma after it.
 * Of one file these are its own. Of several they are what all agree in, and an
 * array `ranks` that has all members of each.
 */
void info_write(const struct info *, struct text *);

/*
 * The same for a file of one rank: its members, with a distributedInfo in any
 * case, since that tells the rank.
 */
void info_write_rank(const struct info *, struct text *, struct span rank);
