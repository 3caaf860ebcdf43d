/*
 * schema - the declaration of an operator, as PyTorch writes it.
 *
 *   aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
 *
 * The syntax is that of native_functions.yaml and of str() of a schema; see
 * aten/src/ATen/native/README.md of PyTorch.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/span.h"

enum { SCHEMA_MOST = 64 }; /* arguments of an operator */

/* Types of arguments, or of items where `list` is set. */
enum schema_kind {
	SCHEMA_TENSOR,
	SCHEMA_BOOL,
	SCHEMA_INT,
	SCHEMA_FLOAT,
	SCHEMA_SCALAR,
	SCHEMA_STR,
	SCHEMA_DTYPE,
	SCHEMA_LAYOUT,
	SCHEMA_MEMORY_FORMAT,
	SCHEMA_DEVICE,
	SCHEMA_GENERATOR,
	SCHEMA_OTHER
};

struct schema_argument {
	struct span type; /* as written: Tensor(a!), int[1]? */
	struct span name;
	struct span otherwise; /* the default; empty: none */
	enum schema_kind kind;
	bool list;
	bool sized;    /* int[2]: a single number stands for all */
	bool optional; /* may be None */
	bool keyword;
};

/* All spans point into the text that was read. */
struct schema {
	struct span name;     /* aten::add */
	struct span overload; /* Tensor; empty: none */
	struct schema_argument argument[SCHEMA_MOST];
	int n;
};

/* Reads one declaration. Returns 0, or -1: it is none. */
MUST_USE int schema_read(struct schema *, struct span text);

/*
 * The declarations of many operators, by their names.
 *
 * Ours are common/meaning/schemas.tsv.
 */

struct schemas;

struct schemas *schemas_new(void); /* none */
void schemas_free(struct schemas *);

/*
 * Adds a line with a declaration, which is copied; an empty line, a comment
 * (#) and the header of our table are skipped. Returns 0, 1: it is no
 * declaration.
 */
MUST_USE int schemas_add(struct schemas *, struct span line);

/* Adds ours. */
MUST_USE int schemas_add_ours(struct schemas *);

/*
 * The next overload of an operator, in the order in which they were added; the
 * first where *at is 0, which is moved on; false after the last.
 */
bool schemas_next(
    const struct schemas *, struct span name, size_t *at, struct schema *);

/*
 * The name in the module torch of a setting of that kind, which profilers write
 * as a number of the enumerations c10::ScalarType, c10::Layout and
 * c10::MemoryFormat; NULL: there is none.
 */
const char *torch_setting(enum schema_kind, struct span number);
