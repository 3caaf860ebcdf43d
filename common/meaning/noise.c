#include <math.h>

#include "common/meaning/noise.h"

struct noise
noise_of_sample(double value, struct sample s)
{
	return (struct noise){.error = value * sqrt(s.error),
	    .df = s.df,
	    .any = true,
	    .lacking = !(s.df >= 1)};
}

struct noise
noise_of(bool mean, double value, const double has[NOISES])
{
	double n = has[NOISE_COUNT], times = mean ? 1 : n;
	struct noise noise = noise_of_sample(value,
	    sample_of_mean(
		n, value / times, has[NOISE_DEVIATION], has[NOISE_LAG]));

	noise.extremes = (struct extremes){
	    n, times * has[NOISE_MIN], times * has[NOISE_MAX]};
	return noise;
}

void
noise_add(struct noise *sum, struct noise n)
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

struct noise
noise_scaled(struct noise n, double factor)
{
	n.error *= factor;
	n.extremes.least *= factor;
	n.extremes.most *= factor;
	return n;
}

static struct sample
sample_of(double value, struct noise n)
{
	if (!n.any || n.lacking || !(value > 0))
		return (struct sample){value > 0 ? log(value) : NAN, 0, 0};
	return (struct sample){
	    log(value), n.error / value * (n.error / value), n.df};
}

struct estimate
noise_estimate(double a, struct noise of_a, double b, struct noise of_b)
{
	return welch_ranked(welch(sample_of(a, of_a), sample_of(b, of_b)),
	    of_a.extremes, of_b.extremes);
}
