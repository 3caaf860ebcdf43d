/*
 * mangled - the identifiers and built-in types in a mangled C++ name.
 *
 * This is no demangler. In a mangled name identifiers stand with their lengths
 * in front; just enough of the grammar is followed to find these, to tell the
 * function's name from its template arguments, and to skip literals (Itanium
 * C++ ABI, section "Mangling"). Substitutions (S1_) are left out: names made
 * from one template have them in the same places.
 */
#ifndef COMMON_MEANING_MANGLED_H
#define COMMON_MEANING_MANGLED_H

#include <stdbool.h>

#include "common/bytes/span.h"

enum { MANGLED_DEPTH = 128 }; /* brackets that are deeper are not followed */

struct mangled {
	struct span s;
	size_t at;
	char open[MANGLED_DEPTH]; /* N nested, I arguments, L literal, ... */
	size_t depth;
	bool in_arguments; /* of the function, no longer in its name */
};

/* Starts on a name that begins with _Z, which must live as long. */
void mangled_start(struct mangled *, struct span);

/*
 * The next identifier, in the order of the name, or the C++ word for a built-in
 * type; valid as long as the name. False at the end of the function's name and
 * template arguments: its parameters are not given.
 */
bool mangled_next(struct mangled *, struct span *);

#endif
