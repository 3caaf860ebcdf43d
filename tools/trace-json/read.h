/*
 * read - the tables of --info and --flows: facts about the original traces, and
 * pairs of rows.
 *
 * What fails here ends the program with a message.
 */
#ifndef TRACE_JSON_READ_H
#define TRACE_JSON_READ_H

#include "common/bytes/pool.h"
#include "tools/trace-json/flows.h"
#include "tools/trace-json/info.h"

/* Reads facts as trace-extract --info writes them. Without a path, none. */
struct info *read_info(const char *path);

/*
 * Reads pairs as trace-pair writes them, for flows_at. Their names and
 * categories become numbers of the pool.
 */
void read_flows(const char *path, struct flows *, struct pool *names);

#endif
