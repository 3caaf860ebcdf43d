/*
 * info - the metadata of the traces that the rows come from: the rows member.*
 * of trace-extract --whole --info.
 */
#pragma once

#include "tools/trace-json/args.h"

struct info;

/*
 * Reads facts as trace-extract --info writes them, those of interest; none
 * without a path. Ends the program with a message when it fails.
 */
struct info *info_read(const char *path);
void info_free(struct info *);

/*
 * Writes the members that stand before the events, each with a comma after it.
 * Of one file these are its own. Of several they are what all agree in, and an
 * array `ranks` that has all members of each.
 */
void info_write(const struct info *, struct buf *);

/*
 * The same for a file of one rank: its members, with a distributedInfo in any
 * case, since that tells the rank.
 */
void info_write_rank(const struct info *, struct buf *, struct span rank);
