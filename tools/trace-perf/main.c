/*
 * trace-perf - what operators compute and move, and how close they come to what
 * the machine can do
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/input/input.h"
#include "tools/trace-perf/figures.h"
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/operator_columns.h"

enum { ARCH_FILE_MOST = 1 << 16 };

struct options {
	const char *arch;
	const char *models;
	bool backward;
	bool sheets;
	bool reference;
	bool quiet;
};

struct tally {
	bool model, figures;       /* any row had one, and arguments for it */
	int64_t rated, too_fast;   /* rows with a roofline; faster than that */
	struct pool *without_rate; /* specifications */
};

/* Counts rows that are faster than their roofline. */
static void
note_speed(
    struct tally *t, const struct figures_form *form, const struct figures *f)
{
	double us = form->arch ? roofline_us(f->roofline) : NAN;

	if (isnan(us) || f->ns <= 0)
		return;
	t->rated++;
	t->too_fast += us * 1000 > (double)f->ns;
}

static void
note_rate(struct tally *t, const struct options *o,
    const struct figures_form *form, const struct figures *f)
{
	if (!form->arch || o->quiet || f->spec.n == 0 ||
	    !isnan(arch_peak(form->arch, f->spec)) ||
	    pool_find(t->without_rate, f->spec) != POOL_NONE)
		return;
	pool_add(t->without_rate, f->spec);
	warn("%s has no rate for %.*s: no roofline for operators "
	     "that need it",
	    o->arch, (int)f->spec.n, f->spec.p);
}

/* Does an operator, or its backward pass, work on the GPU, or has it a sheet?
 * Traces hold many times as many that no report lists. */
static bool
is_listed(const struct columns *c, struct tsv *in, const struct figures *f)
{
	struct span events = tsv_field_or_none(in, c->gpu_events);

	return c->gpu_events < 0 || f->of.sheet.n > 0 ||
	    (events.n > 0 && !span_is(events, "0")) ||
	    tsv_field_or_none(in, c->back_us).n > 0;
}

static void
annotate(const struct options *o, const struct operators *operators,
    const struct figures_form *form, struct tsv *in, struct tsvw *out,
    struct tally *tally)
{
	struct operation op = {.reference = o->reference};
	struct columns c;

	columns_find(&c, in);
	tsvw_names(out, in);
	figures_titles(out, in, form);
	xtsvw_end_header(out);
	while (xtsv_next(in)) {
		const struct operator_model *known;
		struct figures f = {.ns = xtsv_us(in, c.time)};

		columns_read_name(&op, &c, in);
		known = operators_find(operators, op.name);
		if (known)
			f.of = *known;
		columns_read(&op, &c, in, f.of.model);
		registry_ask(&op, f.of.model, &f.work);
		figures_rate(&f, form);
		tally->model |= f.of.model != NULL;
		tally->figures |= !isnan(f.work.flops) || !isnan(f.work.bytes);
		note_rate(tally, o, form, &f);
		note_speed(tally, form, &f);
		if (o->sheets && !is_listed(&c, in, &f))
			continue;
		tsvw_field(out, tsv_line(in));
		figures_write(out, form, &f);
		xtsvw_end(out);
	}
	xtsvw_flush(out);
	columns_free(&c);
	if (c.kernels && tally->figures && !o->quiet)
		warn("the rows are kernels: the rates of operators with "
		     "several kernels are wrong; trace-link --operators "
		     "prints whole operators");
}

/* Refuses a word of the table of models that is none of its column. */
static void
check(struct tsv *in, bool fits, const char *reason, struct span word)
{
	if (word.n == 0 || fits)
		return;
	(void)tsv_fail(in, reason, word);
	die_error(tsv_error(in));
}

/* Adds the operators of a file, before ours. */
static void
add_models(struct operators *operators, const char *path)
{
	struct tsv *in = xtsv_open_file(path);
	int name = xtsv_column(in, "operator", "trace-perf --models");
	int model = xtsv_column(in, "model", "trace-perf --models");
	int category = xtsv_optional(in, "category");
	int sheet = xtsv_optional(in, "sheet");
	int backward = xtsv_optional(in, "backward_category");
	int unit = xtsv_optional(in, "unit");

	while (xtsv_next(in)) {
		struct span wanted = tsv_field(in, model);
		struct operator_model given = {.model = registry_find(wanted),
		    .category = tsv_field_or_none(in, category),
		    .sheet = tsv_field_or_none(in, sheet),
		    .backward = tsv_field_or_none(in, backward),
		    .unit = tsv_field_or_none(in, unit)};

		check(in, given.model, "no such model (--models lists them)",
		    wanted);
		check(in,
		    span_is(given.unit, "matrix") ||
			span_is(given.unit, "vector"),
		    "a unit is matrix or vector", given.unit);
		operators_add(operators, tsv_field(in, name), &given);
	}
	tsv_close(in);
}

/* The bytes of a file of rates, which is short. */
static struct buf
read_file(const char *path)
{
	struct input *in = input_open(path);
	struct buf text = {0};
	char block[4096];
	ssize_t n;

	while ((n = input_read(in, block, sizeof block)) > 0 &&
	    text.n < ARCH_FILE_MOST)
		buf_add(&text, block, (size_t)n);
	if (n < 0)
		die("%s: %s", path, input_error(in));
	input_close(in);
	return text;
}

/* One of ours by its name, else a file. */
static void
read_arch(struct arch *arch, const char *name)
{
	struct buf text;

	if (arch_ours(arch, span_of(name)) == 0)
		return;
	if (access(name, F_OK))
		die("--arch: no GPU and no file is called %s; trace-perf "
		    "--archs lists the GPUs",
		    name);
	text = read_file(name);
	if (arch_read(arch, buf_span(&text)))
		die("%s: needs mem_bw_gbps and rates such as matrix_bf16",
		    name);
	buf_free(&text);
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct operators *operators = operators_new();
	struct figures_form form = {.backward = o->backward,
	    .sheets = o->sheets,
	    .reference = o->reference};
	struct tally tally = {.without_rate = pool_new()};
	struct arch arch;

	if (o->models)
		add_models(operators, o->models);
	operators_add_ours(operators);
	if (o->arch) {
		read_arch(&arch, o->arch);
		form.arch = &arch;
	}
	annotate(o, operators, &form, in, out, &tally);
	if (!tally.figures && !o->quiet)
		warn(tally.model
			? "no operator with a model has the arguments that it "
			  "needs: record shapes (record_shapes=True), and use "
			  "trace-extract -a 'Input Dims'"
			: "no operator of the input has a model");
	if (tally.too_fast && !o->quiet)
		warn("%lld of %lld operators are faster than %s can be: "
		     "data in caches, a different GPU, or a model that "
		     "does not fit",
		    (long long)tally.too_fast, (long long)tally.rated, o->arch);
	operators_free(operators);
	pool_free(tally.without_rate);
	return tally.figures ? STATUS_OK : STATUS_NO;
}

static const char usage[] =
    "usage: trace-perf [-hqV] [--arch GPU|FILE] [OPTION...] [FILE...]\n"
    "Print the FLOPs and bytes of each operator, from its arguments, and with\n"
    "--arch how close it comes to the roofline of the GPU.\n"
    "\n"
    "      --arch GPU|FILE    add the columns of the roofline\n"
    "      --archs            list the known GPUs, and their names in traces\n"
    "      --backward         add what the backward pass computes and moves\n"
    "      --compat reference compute as TraceLens does, including its errors\n"
    "      --exit-zero        exit with 0 even if no operator has figures\n"
    "  -h, --help             print this help\n"
    "      --models           list the models\n"
    "      --models-add FILE  try the models in FILE before the built-in ones\n"
    "  -q, --quiet            do not report what is missing\n"
    "      --sheets           as in reports: add category and sheet, drop the idle\n"
    "  -V, --version          print the version\n"
    "\n"
    "FILE: operators of trace-link with the columns input_dims and, if possible,\n"
    "input_type and concrete_inputs; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 no figures, 2 error.\n";

/* Prints the names of GPUs, or of models, and ends. */
static void
list_names(void *options, const char *option, const char *text)
{
	bool archs = strcmp(option, "--archs") == 0;
	const char *name, *device;
	struct tsvw out;

	(void)options;
	(void)text;
	tsvw_init(&out, STDOUT_FILENO);
	tsvw_titles(&out, archs ? "arch device" : "model");
	xtsvw_end(&out);
	for (size_t i = 0;
	     (name = archs ? arch_name(i, &device) : all_models[i].name); i++) {
		tsvw_text(&out, span_of(name));
		if (archs)
			tsvw_text(&out, span_of(device));
		xtsvw_end(&out);
	}
	xtsvw_flush(&out);
	exit(tool_finish(STATUS_OK));
}

int
main(int argc, char **argv)
{
	static const char *const kinds[] = {"reference", NULL};
	struct options o = {0};
	const struct opt table[] = {
	    {"arch", .text = &o.arch},
	    {"archs", .call_named = list_names, .value = OPT_VALUE_NONE},
	    {"backward", .on = &o.backward},
	    {"compat", .on = &o.reference, .words = kinds},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"models", .call_named = list_names, .value = OPT_VALUE_NONE},
	    {"models-add", .text = &o.models},
	    {"quiet", 'q', .on = &o.quiet},
	    {"sheets", .on = &o.sheets},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	return xfilter(argc, argv, run, &o);
}
