/*
 * quoted - values of JSON with texts in single quotes, as Python writes them.
 */
#ifndef TRACE_TREE_QUOTED_H
#define TRACE_TREE_QUOTED_H

#include "common/bytes/buf.h"

/*
 * Appends an array or object out of a field of a table, with a blank behind
 * each comma and colon; any other text is appended as it is. Returns 0, or -1:
 * no memory.
 */
__attribute__((warn_unused_result)) int quoted_add(struct buf *, struct span);

#endif
