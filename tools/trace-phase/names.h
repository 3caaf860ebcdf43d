/*
 * names - what the names of kernels and of the operators that launch them say,
 * each distinct pair asked once.
 */
#ifndef TRACE_PHASE_NAMES_H
#define TRACE_PHASE_NAMES_H

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"
#include "common/meaning/evidence.h"
#include "common/meaning/rules.h"
#include "tools/trace-phase/cycle.h"

struct name_says {
	enum evidence kind;
	struct span why;
	bool common; /* trace-classify knows what such a kernel does */
	bool work;   /* neither attention nor communication */
};

struct names {
	struct evidence_rules *evidence;
	struct rules *rules;
	struct pool *pool;
	struct buf key;
	struct name_says *says;
	size_t cap;
};

/* These end the program when there is no memory. */
void names_open(struct names *);

/* The number, 0, 1, ..., of a name and its operator, which may be empty. */
uint32_t names_number(struct names *, struct span name, struct span op);

/* What the name of that number says; valid until the next number is given. */
const struct name_says *names_get(const struct names *, uint32_t);
void names_close(struct names *);

/*
 * The evidence of a kernel: that of its name, or else of its matrix product, if
 * that computes more than NAMES_MANY tokens at once or no more than `few`; 0
 * tokens are not known.
 */
enum { NAMES_MANY = 1024 }; /* than engines let a decode step compute */

enum evidence names_kind(const struct name_says *, int64_t tokens, int64_t few);

/* Adds to a count or a time; ends the program if it does not fit. */
void names_sum(int64_t *sum, int64_t more);

/* Adds `count` kernels of a name, of `ns` together, to what a cycle has. */
void names_count(struct judged_cycle *, const struct name_says *, enum evidence,
    int64_t count, int64_t ns);

#endif
