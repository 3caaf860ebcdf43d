#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/times/stats.h"
#include "tools/trace-clock/clock_fit.h"

/*
 * A number of 64 bits as an integer of the same order, and that as the number:
 * the bits of a negative one fall while it rises.
 */
static int64_t
turn(int64_t bits)
{
	return bits < 0 ? bits ^ INT64_MAX : bits;
}

double
fit_median(const double *v, size_t n)
{
	int64_t *key = xcalloc(n, sizeof *key), middle;
	double median;

	memcpy(key, v, n * sizeof *v);
	for (size_t i = 0; i < n; i++)
		key[i] = turn(key[i]);
	middle = turn(stats_nth(key, n, (n - 1) / 2));
	memcpy(&median, &middle, sizeof median);
	free(key);
	return median;
}

/* By how much the second event ends before the first one starts; whole ns. */
static double
reversal(const struct fit *f, const struct fit_pair *p)
{
	double start = fit_error(&f->rank[p->source], p->source_start);
	double end = fit_error(&f->rank[p->target], p->target_end);

	return ceil(end - start - (double)(p->target_end - p->source_start));
}

/* Moves the target of each pair that is reversed; returns whether any is. */
static bool
move_targets(struct fit *f)
{
	bool moved = false;

	for (size_t i = 0; i < f->pairs; i++) {
		const struct fit_pair *p = &f->pair[i];
		double by = p->used ? reversal(f, p) : 0;

		if (by <= 0)
			continue;
		f->rank[p->target].offset -= by;
		f->rank[p->target].moved -= by;
		moved = true;
	}
	return moved;
}

bool
fit_causal_move(struct fit *f)
{
	double reference;
	bool reversed = true;

	for (uint32_t i = 0; i < f->ranks; i++)
		f->rank[i].offset = round(f->rank[i].offset);
	for (uint32_t i = 0; i <= f->ranks && reversed; i++)
		reversed = move_targets(f);
	reference = f->rank[f->reference].moved;
	for (uint32_t i = 0; i < f->ranks; i++) {
		struct fit_rank *r = &f->rank[i];
		double back = reversed ? r->moved : reference;

		if (!r->connected)
			continue;
		r->offset -= back;
		r->moved -= back;
	}
	return !reversed;
}

/* a becomes its factor L, row by row. */
static int
factor(double *a, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double *row = a + i * n;

		for (size_t j = 0; j <= i; j++) {
			const double *other = a + j * n;
			double sum = row[j];

			for (size_t k = 0; k < j; k++)
				sum -= row[k] * other[k];
			if (j < i)
				row[j] = sum / other[j];
			else if (sum <= 0)
				return -1;
			else
				row[i] = sqrt(sum);
		}
	}
	return 0;
}

int
fit_solve(double *a, double *b, size_t n)
{
	if (factor(a, n))
		return -1;
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < i; k++)
			b[i] -= a[i * n + k] * b[k];
		b[i] /= a[i * n + i];
	}
	for (size_t i = n; i-- > 0;) {
		for (size_t k = i + 1; k < n; k++)
			b[i] -= a[k * n + i] * b[k];
		b[i] /= a[i * n + i];
	}
	return 0;
}

/* A rank's noise is that of its noisiest pairs. */
static void
find_noise(struct fit_work *w)
{
	struct fit *f = w->f;

	for (size_t i = 0; i < w->groups; i++) {
		const struct fit_group *g = &w->group[i];
		const struct fit_pair *p = &f->pair[g->from];
		struct fit_rank *source = &f->rank[p->source];
		struct fit_rank *target = &f->rank[p->target];

		if (!g->used)
			continue;
		source->noise = fmax(source->noise, g->jump);
		target->noise = fmax(target->noise, g->jump);
	}
}

/* Counts a pair for one of its ranks. */
static void
count_pair(struct fit_rank *r, const struct fit_pair *p, bool reversed)
{
	r->reversed += reversed;
	if (!p->used) {
		r->rejected++;
		return;
	}
	r->rms += p->residual * p->residual;
	if (fabs(p->residual) > r->largest)
		r->largest = fabs(p->residual);
}

static void
count_all(struct fit *f)
{
	for (size_t i = 0; i < f->pairs; i++) {
		const struct fit_pair *p = &f->pair[i];
		bool reversed = reversal(f, p) > 0;

		count_pair(&f->rank[p->source], p, reversed);
		count_pair(&f->rank[p->target], p, reversed);
	}
	for (uint32_t i = 0; i < f->ranks; i++) {
		struct fit_rank *r = &f->rank[i];
		int64_t fits = r->n - r->rejected;

		r->rms = fits ? sqrt(r->rms / (double)fits) : 0;
	}
}

/* Whether a rank has pairs that could not be used at all. */
static bool
has_unused(const struct fit_work *w, uint32_t rank)
{
	for (size_t i = 0; i < w->groups; i++) {
		const struct fit_pair *p = &w->f->pair[w->group[i].from];

		if (!w->group[i].used &&
		    (p->source == rank || p->target == rank))
			return true;
	}
	return false;
}

static enum fit_verdict
judge(const struct fit_work *w, uint32_t rank)
{
	const struct fit_rank *r = &w->f->rank[rank];

	if (rank == w->f->reference)
		return FIT_REFERENCE;
	if (!r->connected)
		return has_unused(w, rank) ? FIT_DIFFERS : FIT_UNCONNECTED;
	if (r->n - r->rejected < FIT_LEAST)
		return FIT_FEW;
	if (r->rejected * 4 > r->n || r->rms > FIT_TRIM * r->noise + FIT_NOISE)
		return FIT_UNSURE;
	return FIT_OK;
}

void
fit_judge(struct fit_work *w)
{
	count_all(w->f);
	find_noise(w);
	for (uint32_t i = 0; i < w->f->ranks; i++)
		w->f->rank[i].verdict = judge(w, i);
}
