/*
 * page - the table that is the summary's page: a row for each line, its
 * columns, and what it calls the two sides.
 */
#ifndef TRACE_ALIGN_PAGE_H
#define TRACE_ALIGN_PAGE_H

#include "common/table/tsv.h"
#include "tools/trace-align/report.h"

/*
 * The columns of all sections; a section leaves the columns empty that it
 * lacks. Those that several use come in the same order in each.
 */
enum column {
	PAGE_SECTION,
	PAGE_WHAT,
	PAGE_GPU,
	PAGE_PHASE,
	PAGE_CYCLE,
	PAGE_LEVEL,
	PAGE_KERNELS,
	PAGE_REPS,
	PAGE_RUNS,
	PAGE_MATCHED,
	PAGE_KINDS,
	PAGE_A,
	PAGE_B,
	PAGE_DELTA,
	PAGE_PERCENT,
	PAGE_VERDICT,
	PAGE_LOW,
	PAGE_HIGH,
	PAGE_TIMES,
	PAGE_NAME,
	PAGE_COLUMNS
};

/* About one trace; empty if not known. */
struct facts {
	struct span file, gpu;
};

struct page {
	struct tsvw *out;
	const struct report *r;
	const struct facts *facts; /* of both sides */
	size_t pair;               /* NO_PAIR: no such column */
	struct span name[2];       /* of the sides, in sentences */
	enum column next;          /* that has not been written */
};

/* The names of the columns; `pair` comes after the first one. */
void page_header(struct tsvw *, bool with_pair);

/* A row: of a section, and what it is about; then values; then its end. */
void page_begin(struct page *, const char *section, struct span what);
void page_end(struct page *);

/* A row of a section that is a sentence. */
void page_text(struct page *, const char *section, const char *text);

/* Leaves columns empty up to this one, which is written next. */
void page_go(struct page *, enum column);

/* Values of columns, which come in the order of the columns. */
void page_number(struct page *, enum column, int64_t);
void page_real(struct page *, enum column, double, int decimals);
void page_word(struct page *, enum column, const char *);

/* The columns from a_us to delta_pct. */
void page_times(struct page *, int64_t a, int64_t b);

/* The difference of b from a, in percent of a; NAN when a is 0. */
double page_percent(int64_t a, int64_t b);

/*
 * Reads what a table of trace-info says about its first trace: its name,
 * without folders, and its GPU with the number `device`, or else the first. The
 * texts go into the pool. What is wrong ends the program with a message.
 */
struct facts facts_read(const char *path, struct span device, struct pool *);

/*
 * What sentences call the sides: their files, without folders; "A" and "B" if a
 * name is long, if both are the same, or if a side has several runs. As long
 * valid as the facts and the sides.
 */
void facts_names(const struct facts facts[2], const struct side *a,
    const struct side *b, struct span name[2]);

#endif
