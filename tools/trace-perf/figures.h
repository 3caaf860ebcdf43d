/*
 * figures - the columns that trace-perf adds to a row.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"
#include "common/table/tsv.h"
#include "tools/trace-perf/models.h"

/*
 * A GPU's peak rates: bytes and operations a second.
 *
 * A file is either an object of JSON, as TraceLens takes it, {"name":
 * "MI300X", "mem_bw_gbps": 5300, "max_achievable_tflops": {"matrix_bf16": 708,
 * ...}}, or a table of the columns key and value with the same keys.
 */

enum { ARCH_SPECS = 16 };

struct arch {
	double gbps;               /* NAN: unknown */
	double tflops[ARCH_SPECS]; /* by specification; NAN: unknown */
};

/* One of ours by its name, whatever its case. Returns 0, or -1: none. */
MUST_USE int arch_ours(struct arch *, struct span name);

/*
 * The i-th of ours, from 0, and a name that its devices have in traces, or "".
 * One with several such names comes as often. Returns NULL after the last.
 */
const char *arch_name(size_t i, const char **device);

/*
 * Reads the text of a file. Returns 0; or 1 when it holds no memory bandwidth
 * or no rate that is above 0.
 */
MUST_USE int arch_read(struct arch *, struct span);

/* TFLOP/s of a specification such as matrix_bf16; NAN: unknown. */
double arch_peak(const struct arch *, struct span spec);

/* The fastest that so much work can be done, in microseconds. */
struct roofline {
	double compute_us, memory_us; /* NAN: unknown */
};

struct roofline arch_roofline(
    const struct arch *, struct span spec, double flops, double bytes);

enum { SPEC_MOST = 32 };

/* Which columns there are. */
struct figures_form {
	bool backward;
	bool sheets;
	bool reference;          /* the precisions that TraceLens knows */
	const struct arch *arch; /* NULL: no roofline */
};

/* The work of a row and its labels; all numbers of work may be NAN. */
struct figures {
	struct work work;
	struct operator_model of;
	int64_t ns; /* the time that it took; 0: unknown */
	/* after figures_rate */
	char room[SPEC_MOST];
	struct span spec; /* matrix_bf16 or the like; empty: not known */
	struct roofline roofline; /* of the form's GPU */
};

/* Adds the columns to the header of a table; ends the program if it has one. */
void figures_titles(
    struct tsvw *, const struct tsv *, const struct figures_form *);

/* Finds which rate holds for the work, and how fast it can be done. */
void figures_rate(struct figures *, const struct figures_form *);

/* The shortest time in microseconds; may be NAN. */
static inline double
roofline_us(struct roofline r)
{
	return fmax(r.compute_us, r.memory_us);
}

/* Writes the fields of all columns. */
void figures_write(
    struct tsvw *, const struct figures_form *, const struct figures *);
