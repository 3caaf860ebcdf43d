/*
 * labels - what the rules say of a record, asked once for each distinct key.
 *
 * A key is what a record has in the columns that are looked at, as xkey_of
 * gives it: fields with tabs between them.
 */
#ifndef TRACE_CLASSIFY_LABELS_H
#define TRACE_CLASSIFY_LABELS_H

#include "common/meaning/rules.h"

struct labels;

/* The rules must live as long. */
struct labels *labels_new(const struct rules *);
void labels_free(struct labels *);

/*
 * The labels of the first field that a pattern matches; else those of the rule
 * without a pattern, if there is one; else empty ones. Valid until rules_free.
 */
__attribute__((warn_unused_result)) int labels_find(
    struct labels *, struct span key, struct rules_labels *);

#endif
