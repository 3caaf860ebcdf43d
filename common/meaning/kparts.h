/*
 * kparts - the identifiers and numbers that a kernel's name consists of, in
 * their order, whether the name is mangled C++, demangled C++ or a flat name
 * whose words stand between '_'.
 */
#ifndef COMMON_MEANING_KPARTS_H
#define COMMON_MEANING_KPARTS_H

#include <stdbool.h>

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

#endif
