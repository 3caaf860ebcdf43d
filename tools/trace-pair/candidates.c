#include <stdlib.h>

#include "common/cli/opt.h"
#include "common/cli/x.h"
#include "common/cli/xrules.h"
#include "tools/trace-pair/candidates.h"

static void
find_columns(struct pair_table *t, const struct tsv *in)
{
	const struct options *o = t->o;

	t->ts = xkey_column(in, "ts_us");
	t->dur = xkey_column(in, "dur_us");
	t->name = xkey_column(in, "name");
	t->cat = xtsv_optional(in, "cat");
	t->ph = xtsv_optional(in, "ph");
	t->number = xtsv_optional(in, "row");
	t->rank = o->kind == KIND_NTH || o->kind == KIND_TAG
	    ? xkey_column(in, o->rank)
	    : xtsv_optional(in, o->rank);
	t->peer = o->peer ? xkey_column(in, o->peer) : TSV_MISSING;
	t->bytes = xtsv_optional(in, "bytes");
	xkey_open(&t->key, in, o->kind == KIND_BY ? o->by : o->keys);
	xkey_open(&t->sequence, in, o->sequence);
}

static void
compile(regex_t *r, const char *option, const char *pattern)
{
	if (pattern && regcomp(r, pattern, REG_EXTENDED))
		opt_die("%s %s: not a regular expression", option, pattern);
}

void
candidates_open(struct pair_table *t, const struct tsv *in)
{
	compile(&t->from, "--from", t->o->from);
	compile(&t->to, "--to", t->o->to);
	compile(&t->tag, "--tag", t->o->tag);
	if (t->o->tag && t->tag.re_nsub != 1)
		opt_die("--tag %s: the pattern needs one (group)", t->o->tag);
	t->names = pool_new();
	t->ranks = pool_new();
	t->keys = pool_new();
	t->sequences = pool_new();
	t->bytes_texts = pool_new();
	if (t->o->kind == KIND_NTH)
		t->rules = xrules_open(t->o->rules, NULL);
	find_columns(t, in);
}

static uint32_t
tag_of(struct pair_table *t, const char *name)
{
	regmatch_t m[2];

	if (regexec(&t->tag, name, 2, m, 0) || m[1].rm_so < 0)
		return POOL_NONE;
	return pool_add(t->keys,
	    (struct span){
		name + m[1].rm_so, (size_t)(m[1].rm_eo - m[1].rm_so)});
}

static struct name
look_at(struct pair_table *t, struct span name)
{
	struct name n = {.tag = POOL_NONE};

	if (t->rules) {
		n.collective = rules_work(t->rules, name) == WORK_COMMUNICATION;
		return n;
	}
	BUF_JOIN(&t->text, name, BUF_NUL);
	if (t->o->from) {
		n.source = regexec(&t->from, t->text.p, 0, NULL, 0) == 0;
		n.target = regexec(&t->to, t->text.p, 0, NULL, 0) == 0;
	}
	if (t->o->tag)
		n.tag = tag_of(t, t->text.p);
	return n;
}

static const struct name *
name_of(struct pair_table *t, struct span text, uint32_t *id)
{
	*id = pool_add(t->names, text);
	if (*id == t->ofs)
		ARRAY_PUSH(t->of, t->ofs, &t->of_cap, look_at(t, text));
	return &t->of[*id];
}

/* Whether the row may have a partner; sets what ties it to that. */
static bool
may_pair(struct pair_table *t, const struct tsv *in, struct row *row)
{
	const struct name *name =
	    name_of(t, tsv_field(in, t->name), &row->name);
	struct span key;

	row->source = name->source;
	row->target = name->target;
	switch (t->o->kind) {
	case KIND_NTH:
		if (t->cat != TSV_MISSING &&
		    !span_is(tsv_field(in, t->cat), "kernel"))
			return false;
		return name->collective;
	case KIND_BY:
		key = xkey_of(&t->key, in);
		row->key = pool_add(t->keys, key);
		return key.n >= (size_t)t->key.n; /* not all are empty */
	case KIND_TAG:
		row->key = name->tag;
		return name->tag != POOL_NONE && (row->source || row->target);
	default:
		return row->source || row->target;
	}
}

/* The name, and the columns of -k after it. */
static uint32_t
nth_key(struct pair_table *t, const struct tsv *in)
{
	return pool_add(t->keys,
	    BUF_JOIN(&t->text, tsv_field(in, t->name), span_of("\t"),
		xkey_of(&t->key, in)));
}

static void
add_row(struct pair_table *t, struct tsv *in, struct row *row)
{
	struct interval event = xtsv_start_and_duration(in, t->ts, t->dur);
	struct span peer = tsv_field_or_none(in, t->peer);
	struct span bytes = tsv_field_or_none(in, t->bytes);

	row->ts = event.start;
	row->end = event.end;
	row->number =
	    t->number == TSV_MISSING ? t->count : xtsv_int(in, t->number);
	row->rank = pool_add(t->ranks, tsv_field_or_none(in, t->rank));
	row->peer = peer.n ? pool_add(t->ranks, peer) : POOL_NONE;
	row->bytes = bytes.n ? pool_add(t->bytes_texts, bytes) : POOL_NONE;
	if (t->o->kind == KIND_NTH)
		row->key = nth_key(t, in);
	row->sequence = t->o->kind == KIND_BY || t->o->kind == KIND_TAG
	    ? row->key
	    : pool_add(t->sequences, xkey_of(&t->sequence, in));
	ARRAY_PUSH(t->rows.row, t->rows.n, &t->rows.cap, *row);
}

/* Ranks become their places in the order of ranks. */
static void
order_ranks(struct pair_table *t)
{
	key_order(t->ranks, &t->at, &t->place);
	for (size_t i = 0; i < t->rows.n; i++) {
		struct row *row = &t->rows.row[i];

		row->rank = t->place[row->rank];
		if (row->peer != POOL_NONE)
			row->peer = t->place[row->peer];
	}
}

void
candidates_close(struct pair_table *t)
{
	if (t->o->from) {
		regfree(&t->from);
		regfree(&t->to);
	}
	if (t->o->tag)
		regfree(&t->tag);
	rules_free(t->rules);
	key_free(&t->key);
	key_free(&t->sequence);
	pool_free(t->names);
	pool_free(t->ranks);
	pool_free(t->keys);
	pool_free(t->sequences);
	pool_free(t->bytes_texts);
	free(t->of);
	free(t->place);
	free(t->at);
	buf_free(&t->text);
	partners_free(&t->rows);
}

void
candidates_read(struct pair_table *t, struct tsv *in)
{
	for (; xtsv_next(in); t->count++) {
		struct row row = {0};

		if (xtsv_is_complete(in, t->ts, t->dur, t->ph) &&
		    may_pair(t, in, &row))
			add_row(t, in, &row);
	}
	order_ranks(t);
}
