#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/table/tsv.h"
#include "tools/trace-collectives/desync.h"
#include "tools/trace-collectives/dump.h"

/*
 * The rows of --missing: what each rank of a group does in a collective or a
 * transfer that not all of them run.
 */

struct table {
	const struct dumps *d;
	const struct process_group *g;
	const struct desync *found;
	struct tsvw *out;
};

static void
print_id(const struct table *t, uint32_t text)
{
	tsvw_text(t->out, dump_text(t->d, text));
}

/* The first columns of a row: the group, and the problem. */
static void
print_problem(const struct table *t, int64_t sequence)
{
	static const char *const words[] = {
	    [PROBLEM_INCOMPLETE] = "incomplete",
	    [PROBLEM_UNSTARTED] = "unstarted",
	    [PROBLEM_MISSING] = "missing",
	    [PROBLEM_MISMATCH] = "mismatch",
	};

	print_id(t, t->g->name);
	print_id(t, t->g->desc);
	tsvw_int(t->out, (int64_t)t->g->members);
	tsvw_natural(t->out, sequence);
	tsvw_text(t->out, span_of(words[t->found->problem]));
}

static void
print_state(const struct table *t, int64_t rank, enum standing standing)
{
	static const char *const words[] = {
	    [STANDING_SCHEDULED] = "scheduled",
	    [STANDING_STARTED] = "started",
	    [STANDING_COMPLETED] = "completed",
	    [STANDING_MISSING] = "missing",
	    [STANDING_ABSENT] = "absent",
	    [STANDING_UNKNOWN] = "unknown",
	};

	tsvw_natural(t->out, rank);
	tsvw_text(t->out, span_of(words[standing]));
}

/* The rank's record, or empty columns; peer: a transfer's other rank. */
static void
print_record(const struct table *t, const struct record *r, int64_t peer)
{
	static const struct record none;

	r = r ? r : &none;
	print_id(t, r->kind);
	tsvw_natural(t->out, peer);
	print_id(t, r->in_sizes);
	print_id(t, r->in_dtypes);
	print_id(t, r->out_sizes);
	print_id(t, r->out_dtypes);
}

static void
print_differs(
    const struct table *t, const struct record *r, const struct record *usual)
{
	unsigned how =
	    r && usual && !r->torn ? desync_differs(t->d, usual, r) : 0;
	const char *word = "";

	if (how & DIFFERS_KIND)
		word = "kind";
	else if (how == (DIFFERS_SIZES | DIFFERS_DTYPES))
		word = "sizes,dtypes";
	else if (how)
		word = how & DIFFERS_SIZES ? "sizes" : "dtypes";
	tsvw_text(t->out, span_of(word));
}

/* Where the rank is: without a record at the newest that it has. */
static void
print_place(
    const struct table *t, const struct member *m, const struct record *r)
{
	const struct dump *dump =
	    m && m->dump >= 0 ? &t->d->dump[m->dump] : NULL;

	tsvw_natural(t->out, m ? m->enqueued : DUMP_NONE);
	tsvw_natural(t->out, m ? m->completed : DUMP_NONE);
	print_id(t, r ? r->frame : dump ? dump->frame : 0);
	tsvw_text(t->out, span_of(dump ? dump->path : ""));
	xtsvw_end(t->out);
}

static void
print_collective(const struct table *t)
{
	int64_t sequence = t->found->sequence;
	const struct record *usual = desync_usual(t->d, t->g, sequence);

	for (size_t i = 0; i < t->g->members; i++) {
		const struct member *m = &t->g->member[i];
		const struct record *r = desync_record(t->d, t->g, m, sequence);

		print_problem(t, sequence);
		print_state(t, m->rank,
		    r ? (enum standing)r->state
		      : desync_standing(t->d, m, sequence));
		print_record(t, r, DUMP_NONE);
		print_differs(t, r, usual);
		print_place(t, m, r);
	}
}

static int64_t
rank_at(const struct process_group *g, int64_t place)
{
	return (uint64_t)place < g->places.n ? g->places.p[place] : DUMP_NONE;
}

/* One side of a transfer, from that place to the other one. */
static void
print_side(
    const struct table *t, const struct record *r, int64_t place, int64_t other)
{
	int64_t rank = r ? r->rank : rank_at(t->g, place);
	const struct member *m =
	    rank == DUMP_NONE ? NULL : dump_member(t->g, rank);
	enum standing standing = STANDING_UNKNOWN;

	if (r)
		standing = (enum standing)r->state;
	else if (t->found->problem == PROBLEM_MISSING)
		standing = STANDING_MISSING;
	else if (m && m->dump < 0)
		standing = STANDING_ABSENT;
	print_problem(t, r ? r->sequence : DUMP_NONE);
	print_state(t, rank, standing);
	print_record(t, r, rank_at(t->g, other));
	print_differs(t, r,
	    t->found->problem == PROBLEM_MISMATCH ? t->found->send : NULL);
	print_place(t, m, r);
}

static void
print_transfer(const struct table *t)
{
	const struct record *send = t->found->send,
			    *receive = t->found->receive;
	const struct record *any = send ? send : receive;

	print_side(t, send, any->source, any->destination);
	print_side(t, receive, any->destination, any->source);
}

/* Prints the problems of a group, and returns how many there are. */
static size_t
print_missing_group(
    const struct dumps *d, const struct process_group *g, struct tsvw *out)
{
	struct desync found[PROBLEMS], *transfer = NULL;
	size_t n = desync_collectives(d, g, found), transfers = 0, cap = 0;

	for (size_t i = 0; i < n; i++)
		print_collective(&(struct table){d, g, &found[i], out});
	desync_transfers(d, g, &transfer, &transfers, &cap);
	for (size_t i = 0; i < transfers; i++)
		print_transfer(&(struct table){d, g, &transfer[i], out});
	free(transfer);
	return n + transfers;
}

/* Behind "rank" or "rank_"; else the last number, as in dump.7.json. */
int64_t
desync_rank_of_file(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	const char *digits = strstr(base, "rank");
	int64_t rank;

	if (digits) {
		digits += strlen("rank");
		digits += *digits == '_' || *digits == '-';
	}
	if (!digits || !ascii_is_digit(*digits))
		for (const char *p = digits = base; *p; p++)
			if (ascii_is_digit(*p) &&
			    (p == base || !ascii_is_digit(p[-1])))
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
	const char *wrong = dump_read(d, in, path, desync_rank_of_file(path));

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
			    d->dump[m->dump].path, SPAN_MOST(name, 60));
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
desync_run(const struct options *o, char *const *paths, int n)
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
	tsvw_titles(&out,
	    "group group_desc group_size sequence problem rank "
	    "state kind peer in_sizes in_dtypes out_sizes "
	    "out_dtypes differs last_enqueued last_completed "
	    "frame file");
	xtsvw_end_header(&out);
	for (size_t i = 0; i < d.groups; i++)
		problems += print_missing_group(&d, &d.group[i], &out);
	xtsvw_flush(&out);
	damaged = report(&d, o->quiet);
	dumps_free(&d);
	if (damaged)
		return STATUS_DAMAGED;
	return problems ? STATUS_OK : STATUS_NO;
}
