#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/cli/die.h"

/* The bytes of the control character at p: U+0080 to U+009F have two. */
static int
control_length(const char *p)
{
	unsigned char c = (unsigned char)p[0], next = (unsigned char)p[1];

	if (c == 0xC2 && next >= 0x80 && next < 0xA0)
		return 2;
	return c < 0x20 || c == 0x7F ? 1 : 0;
}

static void
say(const char *format, va_list arguments)
{
	char line[4096];

	vsnprintf(line, sizeof line, format, arguments);
	for (char *p = line; *p; p++)
		for (int n = control_length(p); n > 0; n--)
			p[n - 1] = '?';
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
