/*
 * short_name - a short name for a kernel, as people call it.
 *
 * Read out of the name alone, so it is the same on every machine; only for
 * reading, tables keep the whole name.
 *
 *   void at::native::vectorized_elementwise_kernel<4, at::native::
 *   CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, ...)
 *     vectorized_elementwise add
 *   _ZN7cutlass13device_kernelINS_4gemm6kernel13GemmUniversalI...
 *     GemmUniversal
 *   Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT128x64x128_MI16x16x1_...
 *     Cijk_Alik_Bljk_BBS_BH MT128x64x128
 *   void vllm::rotary_embedding_kernel<c10::Half, true>(long const*, ...)
 *     rotary_embedding_kernel
 *
 * Different kernels may have the same short name; distinct_names tells them
 * apart.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"

/*
 * The identifiers and numbers that a kernel's name consists of, in
 * their order, whether the name is mangled C++, demangled C++ or a flat name
 * whose words stand between '_'.
 */

/*
 * More parts are not read: what comes later are the layouts of tensors, which
 * say little, and reading has a bound.
 */
enum { NAME_PARTS_MAX = 256 };

struct name_part {
	struct span text;
	bool argument; /* of the template, not of the function's own name */
	bool scope;    /* a namespace or class that holds the next part */
	bool number;
};

struct name_parts {
	struct name_part part[NAME_PARTS_MAX];
	size_t n;
	bool flat; /* words; in other names the parts without `argument` are
		      the function */
};

/*
 * Reads a name of any bytes; the parts are pieces of it, or words for built-in
 * types, and valid as long as the name. bf16 and f16 have one spelling.
 */
void name_parts_read(struct name_parts *, struct span name);

/* Is it a type of numbers, as float, bf16 or int? */
bool name_part_is_type(const struct name_part *);

/*
 * Which parts tell names apart that have much in common.
 *
 * Read all names, choose, then ask for each.
 */

enum { DIFFERING_MOST = 4 }; /* parts after a name are more than one reads */

struct differing_name {
	size_t start, n; /* its parts */
	size_t class;    /* names with the same class look the same so far */
};

/* Zeroed, it is empty. */
struct differing {
	struct span *part; /* of all names */
	size_t nparts, part_cap, limit;
	struct differing_name *name;
	size_t n, cap;
	size_t *size;                           /* of each class */
	size_t chosen[DIFFERING_MOST], nchosen; /* places of parts */
};

/* Reads a name; its text must live as long. */
void differing_read(struct differing *, const struct name_parts *);

/*
 * Chooses the places of parts that tell further names apart, until all are:
 * data types first, then other arguments from the left, then namespaces. Takes
 * time n log n for each part.
 */
void differing_choose(struct differing *);

/* Appends the i-th name's parts at these places, a blank before each. */
void differing_add(const struct differing *, size_t i, struct buf *);

/* Do these parts tell the i-th name from all others? */
bool differing_is_alone(const struct differing *, size_t i);

void differing_free(struct differing *);

enum {
	SHORT_NAME_MAX = 64, /* a flat name that is no longer stays as it is */
	/* The longest short name: a function and what it applies. */
	SHORT_NAME_LONGEST = 2 * SHORT_NAME_MAX + 16,
};

/*
 * Appends the short name of a name and its parts; one that is short and plain
 * stays as it is, and so does the name of an operator.
 */
void short_name_add(struct span name, const struct name_parts *, struct buf *);

/*
 * The short names of a table's kernels, no two of which are the same.
 *
 * Add the names, choose, then ask. Kernels whose short names (short_name.h) are
 * the same get those of their arguments after it in which they differ, the
 * first ones that tell them apart, up to four; what these do not tell apart
 * gets a hash of the name: "mul_mat_q 13 64", "GemmUniversal ~3fa9". Neither
 * depends on the order in which names were added. Of a table that is read as a
 * stream, names that come after settling do not change those before: they get a
 * hash where their short name is taken.
 *
 * Memory grows with the distinct names, up to SHORT_NAMES_MOST of them; beyond,
 * each name has a hash of 64 bits.
 */

enum { SHORT_NAMES_MOST = 100000 };

struct distinct_names;

struct distinct_names *distinct_names_new(void);
void distinct_names_free(struct distinct_names *);

/* Adds a name. */
void distinct_names_add(struct distinct_names *, struct span name);

/* Decides on the names that were added; once, before the first is asked for. */
void distinct_names_choose(struct distinct_names *);

/* The short name; valid until the next call. */
struct span distinct_names_get(struct distinct_names *, struct span name);
