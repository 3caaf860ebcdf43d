/*
 * trace-pair - find the events that belong together, on other ranks or streams
 *
 * Rows that may have a partner are kept, all others passed over. partners.c
 * pairs them, lag.c finds which collective of one rank is which of another.
 */
#include <stddef.h>
#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-pair/candidates.h"
#include "tools/trace-pair/lag.h"

static const char *const kinds[] = {"nth", "by", "anchor", "tag"};

static struct span
rank_text(const struct pair_table *t, uint32_t place)
{
	return pool_get(t->ranks, t->at[place]);
}

static void
report_lost(struct span a, struct span b, const struct partners_verdict *v)
{
	warn("rank %.*s and rank %.*s have different collectives "
	     "in the middle: at least %zu and %zu are lost; %zu "
	     "pairs are certain",
	    (int)a.n, a.p, (int)b.n, b.p, v->lost[0], v->lost[1], v->pairs);
}

/* A rank whose collectives do not fit those of the reference. */
static void
report(void *context, const struct partners_verdict *v)
{
	struct pair_table *t = context;
	struct span a = rank_text(t, v->reference), b = rank_text(t, v->rank);

	t->misfits += v->result != LAG_FOUND;
	if (t->o->quiet)
		return;
	if (v->result == LAG_FOUND) {
		report_lost(a, b, v);
		return;
	}
	warn(v->result == LAG_DIFFERENT
		? "rank %.*s: no lag up to %lld matches its collectives "
		  "with those of rank %.*s"
		: "rank %.*s: several lags up to %lld match its collectives "
		  "with those of rank %.*s; give a smaller --lags",
	    (int)b.n, b.p, (long long)t->o->lags, (int)a.n, a.p);
}

static void
pair_rows(struct pair_table *t)
{
	struct partners *rows = &t->rows;

	partners_sort(rows);
	switch (t->o->kind) {
	case KIND_NTH:
		partners_pair_nth(rows, t->o->lags, report, t);
		break;
	case KIND_BY:
		partners_pair_by(rows);
		break;
	case KIND_TAG:
		partners_pair_tags(rows, t->o->peer != NULL);
		break;
	default:
		partners_pair_anchors(rows);
	}
}

/* A key as one field. */
static void
write_tag(struct tsvw *out, struct pair_table *t, const struct row *row)
{
	struct span key;

	if (t->o->kind == KIND_ANCHOR) {
		tsvw_empty(out);
		return;
	}
	key = pool_get(t->keys, row->key);
	if (t->o->kind == KIND_NTH) /* behind the name */
		span_take(&key, '\t');
	BUF_JOIN(&t->text, key);
	for (size_t i = 0; i < t->text.n; i++)
		if (t->text.p[i] == '\t')
			t->text.p[i] = ',';
	tsvw_field(out, buf_span(&t->text));
}

/* The bytes by the source, else by the target. */
static struct span
bytes_of(const struct pair_table *t, const struct row *const row[2])
{
	for (int i = 0; i < 2; i++)
		if (row[i] && row[i]->bytes != POOL_NONE)
			return pool_get(t->bytes_texts, row[i]->bytes);
	return span_of("");
}

static void
write_pair(struct tsvw *out, struct pair_table *t, const struct pair *p)
{
	const struct row *all = t->rows.row;
	const struct row *row[2] = {
	    p->source == PARTNERS_NONE ? NULL : &all[p->source],
	    p->target == PARTNERS_NONE ? NULL : &all[p->target]};
	const struct row *one =
	    &all[p->source == PARTNERS_NONE ? p->target : p->source];

	tsvw_field(out, span_of(kinds[t->o->kind]));
	tsvw_field(out, pool_get(t->names, one->name));
	write_tag(out, t, one);
	tsvw_int(out, p->n);
	for (int i = 0; i < 2; i++)
		tsvw_field(
		    out, row[i] ? rank_text(t, row[i]->rank) : span_of(""));
	for (int i = 0; i < 2; i++) {
		if (row[i])
			tsvw_int(out, row[i]->number);
		else
			tsvw_empty(out);
	}
	for (int i = 0; i < 2; i++) {
		if (!row[i]) {
			tsvw_empty(out);
			tsvw_empty(out);
			continue;
		}
		tsvw_us(out, row[i]->ts);
		tsvw_us(out, row[i]->end);
	}
	tsvw_field(out, bytes_of(t, row));
	xtsvw_end(out);
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct pair_table t = {.o = o};
	size_t whole = 0;

	candidates_open(&t, in);
	tsvw_titles(out,
	    "kind group tag n src_rank dst_rank src_row dst_row src_ts_us "
	    "src_end_us dst_ts_us dst_end_us bytes");
	xtsvw_end_header(out);
	candidates_read(&t, in);
	pair_rows(&t);
	for (size_t i = 0; i < t.rows.pairs; i++) {
		write_pair(out, &t, &t.rows.pair[i]);
		whole += t.rows.pair[i].source != PARTNERS_NONE &&
		    t.rows.pair[i].target != PARTNERS_NONE;
	}
	xtsvw_flush(out);
	if (!whole && !t.misfits && !o->quiet)
		warn("no pairs among %zu rows that might be paired", t.rows.n);
	candidates_close(&t);
	return whole ? STATUS_OK : STATUS_NO;
}

static const char usage[] =
    "usage: trace-pair [-hqV] [-k COLUMNS] [OPTION...] [FILE...]\n"
    "Pair events that belong together: the same collective on all ranks, a\n"
    "launch and its kernels, a send and its receives.\n"
    "\n"
    "  -h, --help              print this help\n"
    "  -k, --keys COLUMNS      pair collectives only if these also agree\n"
    "  -q, --quiet             do not report events without a partner\n"
    "  -V, --version           print the version\n"
    "      --by COLUMNS        pair the first row with each later row of its rank\n"
    "                          with the same values in these columns\n"
    "      --exit-zero         exit with 0 even if there are no pairs\n"
    "      --from PATTERN      pair rows whose name matches this ...\n"
    "      --lags N            ranks may start N collectives apart (20)\n"
    "      --peer COLUMN       with --tag: the rank of the other side\n"
    "      --rank COLUMN       the column of the rank (rank)\n"
    "      --rules FILE        try these rules before the built-in ones\n"
    "      --sequence COLUMNS  number collectives separately by these\n"
    "      --tag PATTERN       ... of different ranks that have the same text where\n"
    "                          the name matches the group\n"
    "      --to PATTERN        ... with those that match this, in their order\n"
    "\n"
    "FILE: events, also gzipped; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 no pairs, 2 error.\n";

static void
check_options(struct options *o)
{
	if (!o->from != !o->to)
		opt_die("--from and --to must be used together");
	if (o->tag && !o->from)
		opt_die("--tag needs --from and --to");
	if (o->peer && !o->tag)
		opt_die("--peer needs --tag");
	if (o->by && o->from)
		opt_die("--by and --from are mutually exclusive");
	if ((o->keys || o->rules) && (o->by || o->from))
		opt_die("--keys and --rules are for collectives");
	o->kind = o->by ? KIND_BY
	    : o->tag    ? KIND_TAG
	    : o->from   ? KIND_ANCHOR
			: KIND_NTH;
}

int
main(int argc, char **argv)
{
	struct options o = {.rank = "rank", .lags = 20};
	const struct opt table[] = {
	    {"by", .text = &o.by},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"from", .text = &o.from},
	    {"keys", 'k', .text = &o.keys},
	    {"lags", .number = &o.lags, .low = 0, .high = 100000},
	    {"peer", .text = &o.peer},
	    {"quiet", 'q', .on = &o.quiet},
	    {"rank", .text = &o.rank},
	    {"rules", .text = &o.rules},
	    {"sequence", .text = &o.sequence},
	    {"tag", .text = &o.tag},
	    {"to", .text = &o.to},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	check_options(&o);
	return xfilter(argc, argv, run, &o);
}
