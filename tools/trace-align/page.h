/*
 * page - the table that is the summary's page: its rows, and what it calls the
 * two sides.
 */
#ifndef TOOLS_TRACE_ALIGN_PAGE_H
#define TOOLS_TRACE_ALIGN_PAGE_H

#include "common/table/tsv.h"
#include "tools/trace-align/measure.h"

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

#endif
