/*
 * schemas - the declarations of many operators, by their names.
 *
 * Ours are common/meaning/schemas.tsv.
 */
#ifndef TRACE_REPLAY_SCHEMAS_H
#define TRACE_REPLAY_SCHEMAS_H

#include "tools/trace-replay/schema.h"

struct schemas;

struct schemas *schemas_new(void); /* none */
void schemas_free(struct schemas *);

/*
 * Adds a line with a declaration, which is copied; an empty line, a comment
 * (#) and the header of our table are skipped. Returns 0, 1: it is no
 * declaration.
 */
__attribute__((warn_unused_result)) int schemas_add(
    struct schemas *, struct span line);

/* Adds ours. */
__attribute__((warn_unused_result)) int schemas_add_ours(struct schemas *);

/*
 * The next overload of an operator behind `last`, in the order in which they
 * were added; the first where `last` is NULL; NULL after the last.
 */
const struct schema *schemas_next(
    const struct schemas *, struct span name, const struct schema *last);

#endif
