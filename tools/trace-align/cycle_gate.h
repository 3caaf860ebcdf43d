/*
 * cycle_gate - do two cycles keep the budgets of --fail-if and --pass-if? What
 * a budget says is in common/times/budget.h; here is what its terms measure.
 *
 * Part of main: it prints messages.
 */
#pragma once

#include "common/meaning/rules.h"
#include "common/times/budget.h"
#include "tools/trace-align/cycle_difference.h"

struct cycle_budget {
	struct budget budget;
	bool asked;              /* cycles were judged by it, ... */
	bool found[BUDGET_MOST]; /* ... that had kernels of the term's name */
};

/* Are its terms times of a cycle: "total>3%", "family:gemm >= 10.5us"? */
bool cycle_gate_takes(const struct budget *);

/*
 * A budget for a family that no rule has ends the program: nothing can exceed
 * it.
 */
void cycle_gate_check_families(
    const struct cycle_budget *, size_t n, const struct rules *);

/* Judges a comparison by one budget, which cycle_gate_takes accepts. */
struct judgement cycle_gate_check(const struct budget *, const struct report *);

/* Judges a comparison by each of n budgets. Returns the exit status. */
int cycle_gate_judge(
    struct cycle_budget *, size_t n, const struct report *, bool quiet);

/* Says which budgets were for what neither side of any comparison has. */
void cycle_gate_tell_lacking(const struct cycle_budget *, size_t n);
