/*
 * kparts - the identifiers and numbers that a kernel's name consists of, in
 * their order, whether the name is mangled C++, demangled C++ or a flat name
 * whose words stand between '_'.
 */
#ifndef COMMON_MEANING_KPARTS_H
#define COMMON_MEANING_KPARTS_H

#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"

/*
 * More parts are not read: what comes later are the layouts of tensors, which
 * say little, and reading has a bound.
 */
enum { KPARTS_MAX = 256 };

struct kpart {
	struct span text;
	bool argument; /* of the template, not of the function's own name */
	bool scope;    /* a namespace or class that holds the next part */
	bool number;
};

struct kparts {
	struct kpart part[KPARTS_MAX];
	size_t n;
	bool flat; /* words; in other names the parts without `argument` are
		      the function */
};

/*
 * Reads a name of any bytes; the parts are pieces of it, or words for built-in
 * types, and valid as long as the name. bf16 and f16 have one spelling.
 */
void kparts_read(struct kparts *, struct span name);

/* Is it a type of numbers, as float, bf16 or int? */
bool kpart_is_type(const struct kpart *);

/*
 * Which parts tell names apart that have much in common.
 *
 * Read all names, choose, then ask for each.
 */

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
void kdiffer_read(struct kdiffer *, const struct kparts *);

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
