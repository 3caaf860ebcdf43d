/*
 * kdiffer - which parts tell names apart that have much in common.
 *
 * Read all names, choose, then ask for each.
 */
#ifndef COMMON_MEANING_KDIFFER_H
#define COMMON_MEANING_KDIFFER_H

#include "common/bytes/buf.h"
#include "common/meaning/kparts.h"

enum { KDIFFER_MOST = 4 }; /* parts after a name are more than one reads */

struct kdiffer_name {
	size_t start, n; /* its parts */
	size_t class;    /* names with the same class look the same so far */
};

/* Zeroed, it is empty. */
struct kdiffer {
	struct span *part; /* of all names */
	size_t nparts, part_cap, limit;
	struct kdiffer_name *name;
	size_t n, cap;
	size_t *size;                         /* of each class */
	size_t chosen[KDIFFER_MOST], nchosen; /* places of parts */
};

/* Reads a name; its text must live as long. */
int kdiffer_read(struct kdiffer *, const struct kparts *);

/*
 * Chooses the places of parts that tell further names apart, until all are:
 * data types first, then other arguments from the left, then namespaces. Takes
 * time n log n for each part.
 */
void kdiffer_choose(struct kdiffer *);

/* Appends the i-th name's parts at these places, a blank before each. */
void kdiffer_add(const struct kdiffer *, size_t i, struct buf *);

/* Do these parts tell the i-th name from all others? */
bool kdiffer_is_alone(const struct kdiffer *, size_t i);

void kdiffer_free(struct kdiffer *);

#endif
