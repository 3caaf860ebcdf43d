#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"

__attribute__((noreturn)) static void
print_help(const char *usage)
{
	fputs(usage, stdout);
	exit(tool_finish(STATUS_OK));
}

__attribute__((noreturn)) static void
print_version(void)
{
	printf("%s (trace-utils) %s\n", tool_name, VERSION);
	exit(tool_finish(STATUS_OK));
}

/* Follows an error message from here or from getopt. */
__attribute__((noreturn)) static void
point_to_help(void)
{
	fprintf(stderr, "Try '%s --help'.\n", tool_name);
	exit(STATUS_FAILED);
}

int64_t
opt_int(const char *option, const char *text, int64_t low, int64_t high)
{
	int64_t v;

	if (fixed_parse_int(span_of(text), &v))
		opt_die("%s takes a whole number, not '%s'", option, text);
	if (v < low || v > high)
		opt_die("%s takes a number from %lld to %lld, not %s", option,
		    (long long)low, (long long)high, text);
	return v;
}

int64_t
opt_decimal(const char *option, const char *text, const char *unit, int64_t low,
    int64_t high)
{
	char from[FIXED_MAX], to[FIXED_MAX];
	int64_t v;

	if (fixed_parse_us(span_of(text), &v) == 0 && low <= v && v <= high)
		return v;
	if (low == INT64_MIN && high == INT64_MAX)
		opt_die("%s takes %s, not '%s'", option, unit, text);
	opt_die("%s takes %s from %.*s to %.*s, not '%s'", option, unit,
	    (int)fixed_print_us(from, low), from, (int)fixed_print_us(to, high),
	    to, text);
}

/* The place of a word among these; the message about any other lists them. */
static int
find_word(const char *option, const char *text, const char *const *words)
{
	char list[200] = "";
	size_t n = 0;
	int i;

	for (i = 0; words[i]; i++)
		if (strcmp(words[i], text) == 0)
			return i;
	for (int k = 0; k < i && n < sizeof list; k++)
		n += (size_t)snprintf(list + n, sizeof list - n, "%s%s",
		    k == 0           ? ""
			: k == i - 1 ? " or "
				     : ", ",
		    words[k]);
	opt_die("%s takes %s, not '%s'", option, list, text);
}

void
opt_refuse_budget(const struct opt_budgets *all, const struct budget *b)
{
	opt_die("%s takes a budget such as %s, not '%.*s'",
	    gate_option(b->pass), all->such_as, (int)b->text.n, b->text.p);
}

void
opt_check_budgets(
    const struct opt_budgets *all, budget_fault *fault, const void *value)
{
	for (size_t i = 0; i < all->n; i++)
		for (int k = 0; k < all->p[i].terms; k++) {
			const struct budget *b = &all->p[i];
			const char *wrong = b->pass && limit_is_any(&b->term[k])
			    ? "any is for --fail-if alone"
			    : fault(&b->term[k], value);

			if (wrong)
				opt_die("%s '%.*s': %s", gate_option(b->pass),
				    (int)b->text.n, b->text.p, wrong);
		}
}

static void
add_budget(struct opt_budgets *all, const char *option, const char *text)
{
	struct budget b;
	int bad = budget_parse(&b, text);

	b.pass = strcmp(option, gate_option(true)) == 0;
	if (bad)
		opt_refuse_budget(all, &b);
	ARRAY_PUSH(all->p, all->n, &all->cap, b);
}

static int
takes_value(const struct opt *o)
{
	if ((o->on && !o->words) || o->value == OPT_VALUE_NONE)
		return no_argument;
	return o->value == OPT_VALUE_OPTIONAL ? optional_argument
					      : required_argument;
}

static void
set_decimal(const struct opt *o, const char *name, const char *text)
{
	bool bounded = o->low < o->high;

	*o->us = opt_decimal(name, text, o->unit ? o->unit : "microseconds",
	    bounded ? o->low : INT64_MIN, bounded ? o->high : INT64_MAX);
}

static void
set_percentage(const struct opt *o, const char *name, const char *text)
{
	struct amount a;

	if (amount_parse(&a, span_of(text)) || a.unit == AMOUNT_TIME ||
	    a.n < 0 || a.n > o->high)
		opt_die("%s takes a percentage such as 3%%, up to %lld%%, "
			"not '%s'",
		    name, (long long)(o->high / 1000), text);
	*o->us = a.n;
}

static void
set_value(const struct opt *o, const char *text, void *options)
{
	char name[40];
	int place = 0;

	snprintf(name, sizeof name, "--%s", o->name);
	if (o->words)
		place = find_word(name, text, o->words);
	if (o->on)
		*o->on = true;
	else if (o->text)
		*o->text = text;
	else if (o->choice)
		*o->choice = place;
	else if (o->us && o->percent)
		set_percentage(o, name, text);
	else if (o->us)
		set_decimal(o, name, text);
	else if (o->number)
		*o->number = opt_int(name, text, o->low, o->high);
	else if (o->size)
		*o->size = (size_t)opt_int(name, text, o->low, o->high);
	else if (o->budgets)
		add_budget(o->budgets, name, text);
	else if (o->call_named)
		o->call_named(options, name, text);
	else
		o->call(options, text);
}

/* The options as getopt_long takes them; a code is the place in our table. */
struct getopt_table {
	struct option option[OPT_MOST + 3];
	char letters[2 * OPT_MOST + 3];
	const struct opt *of_letter[256];
	bool given[OPT_MOST];
};

static void
make_table(struct getopt_table *t, const struct opt *opts)
{
	char *letter = t->letters;
	size_t n = 0;

	for (; n < OPT_MOST && opts[n].name; n++) {
		const struct opt *o = &opts[n];
		int value = takes_value(o);

		t->option[n] =
		    (struct option){o->name, value, NULL, 256 + (int)n};
		if (!o->letter)
			continue;
		t->of_letter[(unsigned char)o->letter] = o;
		*letter++ = o->letter;
		if (value == required_argument)
			*letter++ = ':';
	}
	*letter++ = 'h';
	*letter = 'V';
	t->option[n++] = (struct option){"help", no_argument, NULL, 'h'};
	t->option[n] = (struct option){"version", no_argument, NULL, 'V'};
}

/* A second value would silently replace the first. */
static void
note_given(struct getopt_table *t, const struct opt *opts, size_t i)
{
	const struct opt *o = &opts[i];

	if (o->times == OPT_ALL_ANEW)
		memset(t->given, 0, sizeof t->given);
	if (takes_value(o) != required_argument || o->times || o->budgets)
		return;
	if (t->given[i])
		opt_die("--%s takes one value, and is given twice", o->name);
	t->given[i] = true;
}

void
opt_parse(int argc, char **argv, const char *usage, const struct opt *opts,
    void *options)
{
	struct getopt_table t = {0};
	const struct opt *o;
	int c;

	tool_start(argv);
	make_table(&t, opts);
	while ((c = getopt_long(argc, argv, t.letters, t.option, NULL)) != -1) {
		if (c == 'h')
			print_help(usage);
		if (c == 'V')
			print_version();
		if (c < 256 && !t.of_letter[c])
			point_to_help();
		o = c < 256 ? t.of_letter[c] : &opts[c - 256];
		note_given(&t, opts, (size_t)(o - opts));
		set_value(o, optarg, options);
	}
}

static struct labelled
read_label(const char *operand)
{
	size_t n = strcspn(operand, "=/");

	if (operand[n] != '=' || access(operand, F_OK) == 0)
		return (struct labelled){.path = operand};
	if (operand[n + 1] == '\0')
		opt_die("'%s': the name of the file is empty", operand);
	return (struct labelled){{operand, n}, operand + n + 1};
}

void
opt_labels_differ(const struct labelled *l, int n)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++)
			if (l[i].label.n && span_equal(l[i].label, l[k].label))
				opt_die("two tables are called '%.*s'",
				    (int)l[i].label.n, l[i].label.p);
}

void
opt_labels(struct labelled *l, char *const *operands, int n)
{
	for (int i = 0; i < n; i++)
		l[i] = read_label(operands[i]);
	opt_labels_differ(l, n);
}

void
opt_die(const char *format, ...)
{
	char what[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	warn("%s", what);
	point_to_help();
}
