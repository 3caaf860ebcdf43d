#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/die.h"

const char *tool_name = "trace-utils";

static void
say(const char *format, va_list arguments)
{
	char line[4096];

	vsnprintf(line, sizeof line, format, arguments);
	for (char *p = line; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7F)
			*p = '?';
	fprintf(stderr, "%s: %s\n", tool_name, line);
}

void
warn(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say(format, arguments);
	va_end(arguments);
}

void
die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	say(format, arguments);
	va_end(arguments);
	exit(STATUS_FAILED);
}
