#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/cli/die.h"
#include "common/bytes/fixed.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"

int64_t
opt_int(const char *option, const char *text, int64_t low, int64_t high)
{
	int64_t v;

	if (fixed_parse_int(span_of(text), &v))
		opt_die("%s wants a whole number, not '%s'", option, text);
	if (v < low || v > high)
		opt_die("%s wants a number from %lld to %lld, not %s", option,
		    (long long)low, (long long)high, text);
	return v;
}

int64_t
opt_int_or(int64_t otherwise, const char *option, const char *text, int64_t low,
    int64_t high)
{
	return text ? opt_int(option, text, low, high) : otherwise;
}

int64_t
opt_us(const char *option, const char *text)
{
	int64_t ns;

	if (fixed_parse_us(span_of(text), &ns))
		opt_die("%s wants microseconds, not '%s'", option, text);
	return ns;
}

void
opt_operands(int argc, char **argv, const char *usage)
{
	static const struct option table[] = {{"help", no_argument, NULL, 'h'},
	    {"version", no_argument, NULL, 'V'}, {NULL, 0, NULL, 0}};
	int c;

	while ((c = getopt_long(argc, argv, "hV", table, NULL)) != -1)
		switch (c) {
		case 'h':
			opt_help(usage);
		case 'V':
			opt_version();
		default:
			opt_wrong();
		}
}

void
opt_help(const char *usage)
{
	fputs(usage, stdout);
	exit(tool_finish(STATUS_OK));
}

void
opt_version(void)
{
	printf("%s (trace-utils) %s\n", tool_name, VERSION);
	exit(tool_finish(STATUS_OK));
}

void
opt_wrong(void)
{
	fprintf(stderr, "Try '%s --help'.\n", tool_name);
	exit(STATUS_FAILED);
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
	opt_wrong();
}
