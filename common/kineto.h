/*
 * kineto - the events of a Chrome trace in JSON, one after another.
 *
 * The Trace Event Format of Chromium, as PyTorch's Kineto and others write it:
 * an object with `traceEvents` anywhere among its keys, or an array of events;
 * several such documents may follow one another. Memory does not grow with the
 * file: one event is held at a time.
 *
 * Damage. An event that scan.h refuses, or that is longer than KINETO_MAX, is
 * lost and counted. Reading goes on at the first place behind its first byte
 * that mark.h takes for an event's start. If that, too, breaks at the same bad
 * byte, it is the same loss, and reading goes on behind that byte; so nothing
 * is read again and again.
 */
#ifndef COMMON_KINETO_H
#define COMMON_KINETO_H

#include <stdbool.h>
#include <stdint.h>

#include "common/members.h"
#include "common/span.h"

enum { KINETO_MAX = 8 << 20 }; /* bytes of the longest event */

struct kineto;

/* NULL or "-" is standard input. NULL: no memory. */
struct kineto *kineto_open(const char *path);
void kineto_close(struct kineto *);

/*
 * The next event, a JSON object that scan.h accepts; valid until the next call.
 * Returns 1, 0 at the end, -1 when this cannot be read or is no trace: see
 * kineto_error.
 */
__attribute__((warn_unused_result)) int kineto_next(
    struct kineto *, struct span *event);

/* The place of the last event among the elements of traceEvents, from 0. */
int64_t kineto_number(const struct kineto *);

/* What the reader of an event found unusable counts as lost as well. */
void kineto_lose(struct kineto *);

/* Events lost so far. */
int64_t kineto_lost(const struct kineto *);

/* NULL, or what is wrong with the file as a whole: cut off, bad checksum. */
const char *kineto_damage(const struct kineto *);

/* Why kineto_next returned -1, without the file's name. */
const char *kineto_error(const struct kineto *);

/* The file's name for messages. */
const char *kineto_name(const struct kineto *);

/* What stood beside the events so far. */
const struct members *kineto_members(const struct kineto *);

#endif
