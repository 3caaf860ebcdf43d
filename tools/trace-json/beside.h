/*
 * beside - the tables beside the events: facts about their traces, and pairs of
 * their rows.
 *
 * What fails here ends the program with a message.
 */
#ifndef TRACE_JSON_BESIDE_H
#define TRACE_JSON_BESIDE_H

#include "common/bytes/pool.h"
#include "tools/trace-json/flows.h"
#include "tools/trace-json/info.h"

/* Reads facts as trace-extract --info writes them. No path: there are none. */
struct info *beside_info(const char *path);

/*
 * Reads pairs as trace-pair writes them, for flows_at. Their names and
 * categories become numbers of the pool.
 */
void beside_flows(const char *path, struct flows *, struct pool *names);

#endif
