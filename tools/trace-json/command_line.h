/*
 * command_line - the command line of trace-json.
 */
#ifndef TOOLS_TRACE_JSON_COMMAND_LINE_H
#define TOOLS_TRACE_JSON_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/trace-json/writer.h"

enum { COMMAND_LINE_EXTRAS = 64 };

struct options {
	/* columns that become arguments, by their keys */
	struct {
		const char *column, *key;
	} extra[COMMAND_LINE_EXTRAS];
	size_t extras;
	const char *output; /* NULL: standard output */
	const char *split;  /* a folder, or NULL */
	const char *info;   /* a table, or NULL */
	const char *flows;  /* a table, or NULL */
	int format;         /* enum writer_format */
	bool launch;        /* arrows end where their rows start */
	bool gzip;
	bool quiet;
};

/* Ends the program where the command line is wrong. */
void json_command_line(struct options *, int argc, char **argv);

#endif
