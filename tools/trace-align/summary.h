/*
 * summary - the comparison on one page: what it says, before all its rows; the
 * rows of that page, and what it calls the two sides.
 */
#pragma once

#include "common/table/tsv.h"
#include "tools/trace-align/change.h"

enum { PAGE_NAME = 28 }; /* longer ones hide what a sentence says */

/* About one trace; empty if not known. */
struct facts {
	struct span file, gpu;
};

struct page {
	struct tsvw *out;
	const struct report *r;
	const struct facts *facts;   /* of both sides */
	size_t pair;                 /* NO_PAIR: no such column */
	char name[2][PAGE_NAME + 1]; /* of the sides, in sentences */
};

/* The names of the columns; `pair` comes after the first one. */
void page_header(struct tsvw *, bool with_pair);

/* One side, in a row that is about it. */
struct page_side {
	struct span gpu;
	const struct side *side;
	const struct tally *matched;
};

/* A row; what a section lacks is NULL or empty. */
struct page_row {
	const char *section;
	struct span what;
	const struct page_side *side;
	const struct measure *times;
	bool judged, interval; /* the measure's verdict, and its percentages */
	size_t kernels;   /* pairs and kernels alone that it is the sum of */
	size_t found;     /* how often a change is there */
	struct span name; /* of a kernel */
};

void page_line(const struct page *, const struct page_row *);

/* A row of a section that is a sentence, as printf writes it. */
__attribute__((format(printf, 3, 4))) void page_say(
    const struct page *, const char *section, const char *format, ...);

/* The difference of b from a, in percent of a; NAN when a is 0. */
double page_percent(int64_t a, int64_t b);

/*
 * Reads what a table of trace-info says about its first trace: its name,
 * without folders, and its GPU with the number `device`, or else the first. The
 * texts go into the pool. What is wrong ends the program with a message.
 */
struct facts facts_read(const char *path, struct span device, struct pool *);

/*
 * Sets what sentences call the sides: their files, without folders; "A" and "B"
 * if a name is long, if both are the same, or if a side has several runs.
 */
void page_name_sides(struct page *);

/*
 * Writes the answer in a sentence, what is compared, the times of both cycles,
 * what explains most of the difference, and the families. `facts` are those of
 * A and of B.
 */
void summary_rows(struct tsvw *, const struct report *, const struct changes *,
    const struct facts facts[2], size_t pair);

/*
 * Its sections on which changes and which families of kernels make the
 * difference. What they say of faster and slower is as sure as the sums are.
 */

/*
 * The rows of the section `kind`, and their sum: of kernels by what became of
 * them; of the time that kernels overlap, which is negative; of gaps between
 * kernels. The sum is the period, to the nanosecond. Where a period is not
 * known, it is that of the kernels. Kinds that no kernel is of are left out.
 */
void explain_kinds(const struct page *);

/*
 * The rows of the section `change`: the largest, of which those that may be
 * chance come last, all else, and their sum.
 */
void explain_changes(const struct page *, const struct changes *);

/* A note of the change of many kernels that is sure and may have one cause. */
void explain_common(const struct page *, const struct changes *);

/* The rows of the section `family`, the ones that take most time first. */
void explain_families(const struct page *);
