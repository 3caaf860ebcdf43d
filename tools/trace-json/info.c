#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/cli/x.h"
#include "common/json/repair.h"
#include "common/trace/file_facts.h"
#include "tools/trace-json/args.h"
#include "tools/trace-json/info.h"

/* Texts are numbers of the pool: most members are the same in all files. */
struct info_member {
	uint32_t file, key, value;
};

struct info {
	struct pool *files, *texts;
	struct info_member *member;
	size_t n, cap;
	uint32_t *rank; /* by file */
	size_t ranks, rank_cap;
};

void
info_free(struct info *f)
{
	if (!f)
		return;
	pool_free(f->files);
	pool_free(f->texts);
	free(f->member);
	free(f->rank);
	free(f);
}

/* Takes a fact about a file; false: the value of a member is not JSON. */
static bool
add(struct info *f, struct span file, struct span key, struct span value)
{
	uint32_t number = pool_add(f->files, file);
	struct info_member m = {.file = number};

	if (number == f->ranks)
		ARRAY_PUSH(f->rank, f->ranks, &f->rank_cap, 0);
	if (span_is(key, "rows_rank"))
		f->rank[number] = pool_add(f->texts, value);
	if (!span_starts(key, "member.") ||
	    span_is(key, "member.traceEvents") ||
	    span_is(key, "member." METADATA_PIDS))
		return true;
	m.key = pool_add(f->texts, span_cut(key, strlen("member."), key.n));
	m.value = pool_add(f->texts, value);
	ARRAY_PUSH(f->member, f->n, &f->cap, m);
	return args_is_json(value);
}

struct info *
info_read(const char *path)
{
	static const char maker[] = "trace-extract --whole --info";
	struct info *f = xcalloc(1, sizeof *f);
	struct buf scratch = {0};
	struct tsv *in;
	int file, key, value;

	f->files = pool_new();
	f->texts = pool_new();
	/* number 0 is the empty text: a rank that is not known */
	pool_add(f->texts, span_of(""));
	if (!path)
		return f;
	in = xtsv_open_file(path);
	file = xtsv_column(in, "file", maker);
	key = xtsv_column(in, "key", maker);
	value = xtsv_column(in, "value", maker);
	while (xtsv_next(in))
		if (!add(f, tsv_field(in, file), tsv_field(in, key),
			tsv_text(&scratch, tsv_field(in, value))))
			xtsv_fail(in, "not JSON", tsv_field(in, value));
	tsv_close(in);
	buf_free(&scratch);
	return f;
}

static void
put_member(const struct info *f, struct buf *t, const struct info_member *m)
{
	text_any_key(t, pool_get(f->texts, m->key));
	json_repair(t, pool_get(f->texts, m->value));
}

/* All members of a file; returns whether one has this key. */
static bool
put_file(const struct info *f, struct buf *t, uint32_t file, const char *wanted)
{
	bool has = false;

	for (size_t i = 0; i < f->n; i++) {
		if (f->member[i].file != file)
			continue;
		put_member(f, t, &f->member[i]);
		has = has ||
		    span_is(pool_get(f->texts, f->member[i].key), wanted);
	}
	return has;
}

/* In how many files is this the value of that key? */
static size_t
count_same(const struct info *f, const struct info_member *m)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		n += f->member[i].key == m->key &&
		    f->member[i].value == m->value;
	return n;
}

static void
put_ranks(const struct info *f, struct buf *t)
{
	text_key(t, "ranks");
	buf_add_text(t, "[");
	for (uint32_t file = 0; file < f->ranks; file++) {
		buf_add_text(t, file ? ",\n" : "\n");
		buf_add_text(t, "{");
		text_key(t, "rank");
		text_value(t, pool_get(f->texts, f->rank[file]));
		put_file(f, t, file, "");
		buf_add_text(t, "}");
	}
	buf_add_text(t, "]");
}

void
info_write(const struct info *f, struct buf *t)
{
	if (f->ranks == 1) {
		put_file(f, t, 0, "");
	} else if (f->ranks > 1) {
		for (size_t i = 0; i < f->n && f->member[i].file == 0; i++)
			if (count_same(f, &f->member[i]) == f->ranks)
				put_member(f, t, &f->member[i]);
		put_ranks(f, t);
	}
	if (f->n)
		buf_add_text(t, ",\n");
}

void
info_write_rank(const struct info *f, struct buf *t, struct span rank)
{
	bool job = false;

	for (uint32_t file = 0; file < f->ranks && !job; file++)
		if (span_equal(pool_get(f->texts, f->rank[file]), rank))
			job = put_file(f, t, file, "distributedInfo");
	if (!job) {
		text_key(t, "distributedInfo");
		buf_add_text(t, "{");
		text_key(t, "rank");
		text_value(t, rank);
		buf_add_text(t, "}");
	}
	buf_add_text(t, ",\n");
}
