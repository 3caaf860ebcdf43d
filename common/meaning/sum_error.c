#include <math.h>

#include "common/meaning/sum_error.h"

struct sum_error
sum_error_of_sample(double value, struct sample s)
{
	return (struct sum_error){.error = value * sqrt(s.error),
	    .df = s.df,
	    .any = true,
	    .lacking = !(s.df >= 1)};
}

struct sum_error
sum_error_of(bool mean, double value, const double has[SUM_ERRORS])
{
	double n = has[SUM_ERROR_COUNT], times = mean ? 1 : n;
	struct sum_error noise = sum_error_of_sample(value,
	    sample_of_mean(n, value / times, has[SUM_ERROR_DEVIATION],
		has[SUM_ERROR_LAG]));

	noise.extremes = (struct extremes){
	    n, times * has[SUM_ERROR_MIN], times * has[SUM_ERROR_MAX]};
	return noise;
}

void
sum_error_add(struct sum_error *sum, struct sum_error n)
{
	if (!n.any)
		return;
	if (!sum->any) {
		*sum = n;
		return;
	}
	sum->df = fmin(sum->df, n.df);
	sum->error += n.error;
	sum->lacking = sum->lacking || n.lacking;
	sum->extremes.n = fmin(sum->extremes.n, n.extremes.n);
	sum->extremes.least += n.extremes.least;
	sum->extremes.most += n.extremes.most;
}

struct sum_error
sum_error_scaled(struct sum_error n, double factor)
{
	n.error *= factor;
	n.extremes.least *= factor;
	n.extremes.most *= factor;
	return n;
}

static struct sample
sample_of(double value, struct sum_error n)
{
	if (!n.any || n.lacking || !(value > 0))
		return (struct sample){value > 0 ? log(value) : NAN, 0, 0};
	return (struct sample){
	    log(value), n.error / value * (n.error / value), n.df};
}

struct estimate
sum_error_estimate(
    double a, struct sum_error of_a, double b, struct sum_error of_b)
{
	return welch_ranked(welch(sample_of(a, of_a), sample_of(b, of_b)),
	    of_a.extremes, of_b.extremes);
}
