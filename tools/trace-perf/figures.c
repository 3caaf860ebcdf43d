#include <stdio.h>

#include "tools/trace-perf/figures.h"
#include "tools/trace-perf/parameter.h"

enum { PARAMETERS_TEXT_MOST = 8192 };

static const char *const always[] = {"flops", "bytes", "tflops_per_s",
    "tb_per_s", "flops_per_byte", "compute_spec", "model", "params"};
static const char *const of_backward[] = {"flops_back", "bytes_back"};
static const char *const of_arch[] = {"roofline_us", "roofline_bound",
    "roofline_pct", "lost_us", "ridge_flops_per_byte", "roof_tflops_per_s",
    "below_roof_tflops_per_s", "peak_tflops_per_s", "peak_tb_per_s"};
static const char *const of_sheets[] = {
    "category", "sheet", "backward_category"};
enum {
	ALWAYS = sizeof always / sizeof *always,
	BACKWARD = sizeof of_backward / sizeof *of_backward,
	ARCH = sizeof of_arch / sizeof *of_arch,
	SHEETS = sizeof of_sheets / sizeof *of_sheets
};

const char *
figures_column(const struct figures_form *form, int i)
{
	if (i < ALWAYS)
		return always[i];
	i -= ALWAYS;
	if (form->backward) {
		if (i < BACKWARD)
			return of_backward[i];
		i -= BACKWARD;
	}
	if (form->arch) {
		if (i < ARCH)
			return of_arch[i];
		i -= ARCH;
		if (form->backward && i-- == 0)
			return "roofline_back_us";
	}
	return form->sheets && i < SHEETS ? of_sheets[i] : NULL;
}

struct span
figures_spec(const struct figures *f, char *room)
{
	const char *precision = f->work.precision;
	int n;

	if (!precision)
		precision = dtype_precision(f->work.type);
	if (!precision || f->work.no_rate || f->unit.n == 0 ||
	    isnan(f->work.flops))
		return (struct span){NULL, 0};
	n = snprintf(
	    room, SPEC_MOST, "%.*s_%s", (int)f->unit.n, f->unit.p, precision);
	return (struct span){room, (size_t)n};
}

/* Operations and bytes are whole but where half bytes or expected numbers of
 * experts count. */
static void
write_count(struct tsvw *out, double value)
{
	double rounded = round(value * 1e5) / 1e5;

	if (isnan(value) || isinf(value))
		tsvw_empty(out);
	else if (value > 1e10 || rounded == floor(rounded))
		tsvw_real(out, round(value), 0);
	else
		tsvw_real(out, value, 5);
}

/* Sizes by their names, as JSON. */
static void
write_params(struct tsvw *out, const struct work *w)
{
	char text[PARAMETERS_TEXT_MOST];

	if (isnan(w->flops))
		tsvw_empty(out);
	else
		tsvw_text(out,
		    (struct span){
			text, parameters_print(text, sizeof text, w)});
}

static double
seconds(const struct figures *f)
{
	return f->ns > 0 ? (double)f->ns * 1e-9 : NAN;
}

static struct roofline
roofline_of(const struct figures_form *form, const struct figures *f,
    double flops, double bytes)
{
	char room[SPEC_MOST];

	return arch_roofline(form->arch, figures_spec(f, room), flops, bytes);
}

double
figures_roofline_us(const struct figures_form *form, const struct figures *f)
{
	struct roofline r = roofline_of(form, f, f->work.flops, f->work.bytes);

	return fmax(r.compute_us, r.memory_us);
}

/* The roof of S. Williams's figure above an operator's operations per byte,
 * which is flat from the ridge on, and how far below it the operator stays. */
static void
write_roof(
    struct tsvw *out, const struct figures_form *form, const struct figures *f)
{
	char room[SPEC_MOST];
	double peak = arch_peak(form->arch, figures_spec(f, room));
	double per_byte = form->arch->gbps / 1e3; /* 10^12 bytes a second */
	double slope = f->work.flops / f->work.bytes * per_byte;
	double roof = isnan(slope) || isnan(peak) ? NAN : fmin(peak, slope);

	tsvw_real(out, peak / per_byte, 6);
	tsvw_real(out, roof, 6);
	tsvw_real(out, roof - f->work.flops / 1e12 / seconds(f), 6);
	tsvw_real(out, peak, 6);
	tsvw_real(out, isnan(peak) ? NAN : per_byte, 6);
}

static void
write_roofline(
    struct tsvw *out, const struct figures_form *form, const struct figures *f)
{
	struct roofline r = roofline_of(form, f, f->work.flops, f->work.bytes);
	double us = fmax(r.compute_us, r.memory_us);
	double took = f->ns > 0 ? (double)f->ns / 1000 : NAN;

	tsvw_real(out, us, 3);
	if (isnan(us))
		tsvw_empty(out);
	else
		tsvw_field(out,
		    span_of(r.compute_us >= r.memory_us ? "COMPUTE_BOUND"
							: "MEMORY_BOUND"));
	tsvw_real(out, 100 * us / took, 6);
	tsvw_real(out, took - us, 3);
	write_roof(out, form, f);
	if (form->backward) {
		r = roofline_of(
		    form, f, f->work.flops_back, f->work.bytes_back);
		tsvw_real(out, fmax(r.compute_us, r.memory_us), 3);
	}
}

void
figures_write(
    struct tsvw *out, const struct figures_form *form, const struct figures *f)
{
	const struct work *w = &f->work;
	char room[SPEC_MOST];
	struct span spec = figures_spec(f, room);

	write_count(out, w->flops);
	write_count(out, w->bytes);
	tsvw_real(out, w->flops / 1e12 / seconds(f), 6);
	tsvw_real(out, w->bytes / 1e12 / seconds(f), 6);
	tsvw_real(out, w->bytes > 0 ? w->flops / w->bytes : NAN, 6);
	tsvw_field(out, spec);
	tsvw_field(out, f->model);
	write_params(out, w);
	if (form->backward) {
		write_count(out, w->flops_back);
		write_count(out, w->bytes_back);
	}
	if (form->arch)
		write_roofline(out, form, f);
	if (form->sheets) {
		tsvw_field(out, f->category);
		tsvw_field(out, f->sheet);
		tsvw_field(out, f->backward_category);
	}
}
