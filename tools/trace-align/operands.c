#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-align/compare.h"
#include "tools/trace-align/operands.h"
#include "tools/trace-align/pairing.h"

static size_t
count_names(const char *text)
{
	struct stat st;
	size_t n = 1;

	if (stat(text, &st) == 0)
		return 1;
	for (; *text; text++)
		n += *text == ',';
	return n;
}

void
operand_open(struct operand *o, char *text)
{
	size_t size = strlen(text) + 1;
	char *next;

	*o = (struct operand){.n = count_names(text)};
	o->text = xcalloc(size, 1);
	o->path = xcalloc(o->n, sizeof *o->path);
	o->run = xcalloc(o->n, sizeof *o->run);
	memcpy(o->text, text, size);
	next = o->text;
	for (size_t k = 0; k < o->n; k++) {
		char *comma = o->n > 1 ? strchr(next, ',') : NULL;

		o->path[k] = next;
		if (comma) {
			*comma = 0;
			next = comma + 1;
		}
		cycle_table_open(&o->run[k], &o->path[k]);
	}
}

void
operand_read(struct operand *o, struct pool *names)
{
	for (size_t k = 0; k < o->n; k++)
		cycle_table_read(&o->run[k], names);
}

void
operand_close(struct operand *o)
{
	for (size_t k = 0; k < o->n; k++)
		cycle_table_close(&o->run[k]);
	free(o->run);
	free(o->path);
	free(o->text);
}

bool
operand_has_cycles(const struct operand *o, bool quiet)
{
	bool all = true;

	for (size_t k = 0; k < o->n; k++) {
		if (o->run[k].ncycles > 0)
			continue;
		all = false;
		if (!quiet)
			warn("%s: no cycles: nothing to align",
			    cycle_table_name(&o->run[k]));
	}
	return all;
}

const struct cycle_rows *
operand_alike(const struct cycle_table *t, const struct cycle_rows *c,
    const struct likeness *names)
{
	const struct cycle_rows *best = NULL;
	double most = -1;

	for (size_t i = 0; i < t->ncycles; i++) {
		double likeness = pairing_likeness(c, &t->cycles[i], names);

		if (likeness > most) {
			most = likeness;
			best = &t->cycles[i];
		}
	}
	return best;
}

void
operand_side(const struct operand *o, const struct cycle_rows *first,
    const struct likeness *names, struct side *s)
{
	const struct cycle_rows **cycle = xcalloc(o->n, sizeof *cycle);
	int status;

	cycle[0] = first;
	for (size_t k = 1; k < o->n; k++)
		cycle[k] = operand_alike(&o->run[k], first, names);
	status = side_init(s, cycle, o->n, names);
	free(cycle);
	if (status == ALIGN_TOO_LONG)
		die("the runs of %s have cycles too long to align",
		    first->file);
}
