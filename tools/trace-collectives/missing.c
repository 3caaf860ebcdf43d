#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/status.h"
#include "common/cli/x.h"
#include "tools/trace-collectives/dump_groups.h"
#include "tools/trace-collectives/dump_read.h"
#include "tools/trace-collectives/missing.h"
#include "tools/trace-collectives/print_missing.h"

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Behind "rank" or "rank_"; else the last number, as in dump.7.json. */
int64_t
missing_rank(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	const char *digits = strstr(base, "rank");
	int64_t rank;

	if (digits) {
		digits += strlen("rank");
		digits += *digits == '_' || *digits == '-';
	}
	if (!digits || !is_digit(*digits))
		for (const char *p = digits = base; *p; p++)
			if (is_digit(*p) && (p == base || !is_digit(p[-1])))
				digits = p;
	return fixed_parse_int(
		   (struct span){digits, strspn(digits, "0123456789")},
		   &rank) == 0
	    ? rank
	    : DUMP_NONE;
}

/* The last dump must be of a rank, and the only one of it. */
static void
check_rank(const struct dumps *d)
{
	const struct dump *last = &d->dump[d->n - 1];

	if (last->rank == DUMP_NONE)
		die("%s: the name does not tell the rank: call the file "
		    "nccl_trace_rank_N.json",
		    last->path);
	for (const struct dump *p = d->dump; p < last; p++)
		if (p->rank == last->rank)
			die("two dumps of rank %lld: %s and %s",
			    (long long)p->rank, p->path, last->path);
}

static void
read_file(struct dumps *d, const char *path)
{
	struct input *in = input_open(path);
	const char *wrong;

	if (!in)
		memory_out();
	wrong = dump_read(d, in, path, missing_rank(path));
	if (wrong)
		die("%s: %s", path, wrong);
	check_rank(d);
	input_close(in);
}

/* Each dump must have its rank in a group, if it tells any. */
static void
check_groups(const struct dumps *d)
{
	for (size_t i = 0; i < d->n; i++) {
		const struct dump *p = &d->dump[i];

		if (p->grouped && !p->listed)
			die("%s: rank %lld, by the name, is in none of its "
			    "process groups: call the file "
			    "nccl_trace_rank_N.json",
			    p->path, (long long)p->rank);
	}
}

/* Says of one dump that it tells other ranks of a group than another one. */
static void
report_elsewhere(const struct dumps *d)
{
	for (size_t i = 0; i < d->groups; i++)
		for (size_t k = 0; k < d->group[i].members; k++) {
			const struct member *m = &d->group[i].member[k];
			struct span name = dump_text(d, d->group[i].name);

			if (!m->elsewhere)
				continue;
			warn("%s: group %.*s has other ranks than in another "
			     "dump: are they from one job?",
			    d->dump[m->dump].path,
			    name.n > 60 ? 60 : (int)name.n, name.p);
			return;
		}
}

/* Says what the dumps do not tell; true if one is damaged. */
static bool
report(const struct dumps *d, bool quiet)
{
	size_t overwritten = 0, damaged = 0;

	for (size_t i = 0; i < d->n; i++) {
		const struct dump *p = &d->dump[i];

		overwritten += p->overwritten;
		damaged += p->lost > 0 || p->damage;
		if (p->lost > 0)
			warn("%s: damaged: entries or other parts lost: %lld",
			    p->path, (long long)p->lost);
		if (p->damage)
			warn("%s: %s", p->path, p->damage);
	}
	if (overwritten && !quiet)
		warn("%zu of %zu dumps lack their oldest records, which newer "
		     "ones have overwritten",
		    overwritten, d->n);
	if (!quiet)
		report_elsewhere(d);
	return damaged > 0;
}

int
missing_run(const struct options *o, char *const *paths, int n)
{
	static struct tsvw out;
	struct dumps d;
	size_t problems = 0;
	bool damaged;

	dumps_open(&d);
	for (int i = 0; i < n; i++)
		read_file(&d, paths[i]);
	dump_groups(&d);
	check_groups(&d);
	tsvw_init(&out, STDOUT_FILENO);
	print_missing_header(&out);
	for (size_t i = 0; i < d.groups; i++)
		problems += print_missing_group(&d, &d.group[i], &out);
	xtsvw_flush(&out);
	damaged = report(&d, o->quiet);
	dumps_free(&d);
	if (damaged)
		return STATUS_DAMAGED;
	return problems ? STATUS_OK : STATUS_NO;
}
