#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <strings.h>

#include "common/bytes/number.h"
#include "common/cli/x.h"
#include "common/json/repair.h"
#include "tools/trace-perf/figures.h"
#include "tools/trace-perf/work.h"

/* From archs.tsv: name, key, value, NULL after the last. */
extern const char *const archs_ours[];
enum { OURS_FIELDS = 3 };

static const char *const specs[ARCH_SPECS] = {"matrix_fp4", "matrix_fp8",
    "matrix_fp16", "matrix_bf16", "matrix_tf32", "matrix_fp32", "matrix_fp64",
    "matrix_int8", "vector_fp4", "vector_fp8", "vector_fp16", "vector_bf16",
    "vector_tf32", "vector_fp32", "vector_fp64", "vector_int8"};

/* One that knows nothing. */
static struct arch
arch_new(void)
{
	struct arch a = {.gbps = NAN};

	for (int i = 0; i < ARCH_SPECS; i++)
		a.tflops[i] = NAN;
	return a;
}

/* The place of a specification such as matrix_bf16; -1: there is none. */
static int
place_of(struct span spec)
{
	for (int i = 0; i < ARCH_SPECS; i++)
		if (span_is(spec, specs[i]))
			return i;
	return -1;
}

/* A number above 0; NAN where the text is none. */
static double
positive(struct span text)
{
	double value = number_read(text);

	return value > 0 && isfinite(value) ? value : NAN;
}

/* Other keys, such as the source, say nothing about rates. */
static void
set(struct arch *a, struct span key, struct span value)
{
	int place = place_of(key);

	if (span_is(key, "mem_bw_gbps"))
		a->gbps = positive(value);
	else if (place >= 0)
		a->tflops[place] = positive(value);
}

int
arch_ours(struct arch *a, struct span name)
{
	bool found = false;

	*a = arch_new();
	for (const char *const *p = archs_ours; *p; p += OURS_FIELDS) {
		if (name.n != strlen(p[0]) ||
		    strncasecmp(name.p, p[0], name.n) != 0)
			continue;
		set(a, span_of(p[1]), span_of(p[2]));
		found = true;
	}
	return found ? 0 : -1;
}

static bool
is_key(const char *const *p, const char *key)
{
	return strcmp(p[1], key) == 0;
}

/* Every GPU has a source, and its devices stand after that. */
const char *
arch_name(size_t i, const char **device)
{
	for (const char *const *p = archs_ours; *p; p += OURS_FIELDS) {
		bool named =
		    p[OURS_FIELDS] && is_key(p + OURS_FIELDS, "device");

		if ((is_key(p, "source") && !named) || is_key(p, "device")) {
			*device = is_key(p, "device") ? p[2] : "";
			if (i-- == 0)
				return p[0];
		}
	}
	return NULL;
}

static bool
says_enough(const struct arch *a)
{
	bool rate = false;

	for (int i = 0; i < ARCH_SPECS; i++)
		rate |= !isnan(a->tflops[i]);
	return rate && !isnan(a->gbps);
}

int
arch_read(struct arch *a, struct span text)
{
	*a = arch_new();
	while (text.n && strchr(" \t\r\n", text.p[0]))
		text = span_cut(text, 1, text.n);
	if (text.n && text.p[0] == '{') {
		struct span rates;

		while (strchr(" \t\r\n", text.p[text.n - 1]))
			text.n--;
		rates = json_member(text, "max_achievable_tflops");
		a->gbps = positive(json_member(text, "mem_bw_gbps"));
		for (int i = 0; i < ARCH_SPECS; i++)
			a->tflops[i] = positive(json_member(rates, specs[i]));
		return says_enough(a) ? 0 : 1;
	}
	while (text.n) {
		struct span line = span_take(&text, '\n');
		struct span key = span_take(&line, '\t');

		set(a, key, line);
	}
	return says_enough(a) ? 0 : 1;
}

double
arch_peak(const struct arch *a, struct span spec)
{
	int place = place_of(spec);

	return place >= 0 ? a->tflops[place] : NAN;
}

struct roofline
arch_roofline(
    const struct arch *a, struct span spec, double flops, double bytes)
{
	struct roofline r = {NAN, NAN};
	double peak = arch_peak(a, spec);

	if (isnan(flops) || isnan(bytes) || isnan(peak) || isnan(a->gbps))
		return r;
	r.compute_us = flops / (peak * 1e6);
	r.memory_us = bytes / (a->gbps * 1e3);
	return r;
}

enum { PARAMETERS_TEXT_MOST = 8192 };

void
figures_titles(
    struct tsvw *out, const struct tsv *in, const struct figures_form *form)
{
	xtsvw_new_columns(out, in,
	    "flops bytes tflops_per_s tb_per_s flops_per_byte compute_spec "
	    "model params");
	if (form->backward)
		xtsvw_new_columns(out, in, "flops_back bytes_back");
	if (form->arch)
		xtsvw_new_columns(out, in,
		    "roofline_us roofline_bound roofline_pct lost_us "
		    "ridge_flops_per_byte roof_tflops_per_s "
		    "below_roof_tflops_per_s peak_tflops_per_s peak_tb_per_s");
	if (form->arch && form->backward)
		xtsvw_new_columns(out, in, "roofline_back_us");
	if (form->sheets)
		xtsvw_new_columns(out, in, "category sheet backward_category");
}

void
figures_rate(struct figures *f, const struct figures_form *form)
{
	const struct work *w = &f->work;
	const char *precision = w->precision
	    ? w->precision
	    : dtype_precision(w->type, form->reference);

	f->spec = (struct span){f->room, 0};
	if (precision && !w->no_rate && f->of.unit.n && !isnan(w->flops))
		f->spec.n = (size_t)snprintf(f->room, SPEC_MOST, "%.*s_%s",
		    (int)f->of.unit.n, f->of.unit.p, precision);
	if (form->arch)
		f->roofline =
		    arch_roofline(form->arch, f->spec, w->flops, w->bytes);
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

/* Sizes by their names, as JSON; too much of it is none. */
static void
write_params(struct tsvw *out, const struct work *w)
{
	struct buf text = {0};

	if (!isnan(w->flops))
		parameters_print(&text, w);
	if (text.n >= PARAMETERS_TEXT_MOST)
		text.n = 0;
	tsvw_text(out, buf_span(&text));
	buf_free(&text);
}

static double
seconds(const struct figures *f)
{
	return f->ns > 0 ? (double)f->ns * 1e-9 : NAN;
}

/* The roof of S. Williams's figure above an operator's operations per byte,
 * which is flat from the ridge on, and how far below it the operator stays. */
static void
write_roof(struct tsvw *out, const struct arch *arch, const struct figures *f)
{
	double peak = arch_peak(arch, f->spec);
	double per_byte = arch->gbps / 1e3; /* 10^12 bytes a second */
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
	const struct work *w = &f->work;
	struct roofline r = f->roofline;
	double us = roofline_us(r);
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
	write_roof(out, form->arch, f);
	if (form->backward)
		tsvw_real(out,
		    roofline_us(arch_roofline(
			form->arch, f->spec, w->flops_back, w->bytes_back)),
		    3);
}

void
figures_write(
    struct tsvw *out, const struct figures_form *form, const struct figures *f)
{
	const struct work *w = &f->work;

	write_count(out, w->flops);
	write_count(out, w->bytes);
	tsvw_real(out, w->flops / 1e12 / seconds(f), 6);
	tsvw_real(out, w->bytes / 1e12 / seconds(f), 6);
	tsvw_real(out, w->bytes > 0 ? w->flops / w->bytes : NAN, 6);
	tsvw_field(out, f->spec);
	tsvw_text(out, span_of(f->of.model ? f->of.model->name : ""));
	write_params(out, w);
	if (form->backward) {
		write_count(out, w->flops_back);
		write_count(out, w->bytes_back);
	}
	if (form->arch)
		write_roofline(out, form, f);
	if (form->sheets) {
		tsvw_field(out, f->of.category);
		tsvw_field(out, f->of.sheet);
		tsvw_field(out, f->of.backward);
	}
}
