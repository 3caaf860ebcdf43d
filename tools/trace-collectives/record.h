/*
 * record - what one entry of a flight recorder's dump says.
 */
#ifndef TOOLS_TRACE_COLLECTIVES_RECORD_H
#define TOOLS_TRACE_COLLECTIVES_RECORD_H

#include "common/json/json.h"
#include "tools/trace-collectives/dump.h"

/*
 * Reads an entry, all but dump, group and rank; `timed` becomes true if it
 * tells when it started. Returns false when it does not say what it is: without
 * a process group, a name, a sequence number or a state.
 */
bool record_read(struct dumps *, struct json *, struct span entry,
    struct record *, bool *timed);

/*
 * Collectives that are launched as one (coalesced) have one sequence number,
 * and the record that closes them has the state of all. Makes one record of the
 * collectives; gives transfers the state, and drops the closing record unless
 * it is alone, because the ring has overwritten the others. The
 * records from `first` on are those of one dump.
 */
void record_join(struct dumps *, size_t first);

/* A whole number of a JSON value, also of one in quotes; else DUMP_NONE. */
int64_t record_number(struct span value);

/* What a JSON value says, as a text of the dumps. */
uint32_t record_text(struct dumps *, struct span value);

#endif
