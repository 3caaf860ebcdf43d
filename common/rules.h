/*
 * rules - what kind of work a kernel does, by its name.
 *
 * Ordered rules, a family and a POSIX extended regular expression each. The
 * first that matches the name, in small letters, decides. Ours stand in
 * common/rules.tsv, which is compiled in.
 */
#ifndef COMMON_RULES_H
#define COMMON_RULES_H

#include "common/span.h"

enum { RULES_MESSAGE = 256 };

struct rules;

struct rules *rules_new(void); /* no rules; NULL: no memory */
void rules_free(struct rules *);

/*
 * Adds a rule behind the others. Returns 0; or -1 with the reason in
 * message[RULES_MESSAGE], which is for people.
 */
__attribute__((warn_unused_result)) int rules_add(
    struct rules *, struct span family, struct span pattern, char *message);

/* Adds ours. Returns 0, or -1 when there is no memory. */
__attribute__((warn_unused_result)) int rules_add_ours(struct rules *);

/*
 * Finds the family of a name; empty when no rule matches. Valid until
 * rules_free. Every rule may be tried: ask once for each distinct name. Returns
 * 0, or -1 when there is no memory.
 */
__attribute__((warn_unused_result)) int rules_find(
    const struct rules *, struct span name, struct span *family);

#endif
