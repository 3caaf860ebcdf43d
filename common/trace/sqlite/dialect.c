#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/json/jsontext.h"
#include "common/trace/sqlite/dialect.h"

bool
sqlite_times(struct kevent *e, int64_t start, const int64_t *end)
{
	e->ts = start;
	if (start < 0 || start > KEVENT_TIME_MAX ||
	    (end && (*end < start || *end > KEVENT_TIME_MAX)))
		return false;
	e->has_ts = true;
	e->has_dur = end != NULL;
	e->dur = end ? *end - start : 0;
	return true;
}

int
sqlite_keep_whole(struct sqlite_reader *s, struct kevent *e)
{
	struct whole *w = s->r.whole;
	int got =
	    s->all ? database_rows_find(s->all, database_rows_id(s->rows)) : 0;

	if (got < 0)
		return -1;
	whole_begin(w, e);
	for (size_t i = 0; got && i < database_rows_columns(s->all); i++) {
		struct span text = database_rows_text(s->all, i);

		if (text.n)
			whole_put(w, database_rows_name(s->all, i), text);
	}
	whole_end(w);
	e->args = buf_span(&w->args);
	return 0;
}

void
sqlite_add_text(struct sqlite_reader *s, const char *key, struct span text)
{
	char *quoted = xmalloc(QUOTE_MAX * text.n + 2);

	members_add(&s->r.members, span_of(key),
	    (struct span){quoted, (size_t)(quote(quoted, text) - quoted)});
	free(quoted);
}

/* One row as an object, after a comma or bracket. */
static void
add_object(struct buf *list, struct whole *w, const struct database_rows *r,
    const char *const *key, size_t n)
{
	w->args.n = 0;
	for (size_t i = 0; i < n; i++) {
		struct span text = database_rows_text(r, i);

		if (key[i] && text.n)
			whole_put(w, span_of(key[i]), text);
	}
	whole_end(w);
	buf_add(list, list->n ? "," : "[", 1);
	buf_add(list, w->args.p, w->args.n);
}

int
sqlite_add_list(struct sqlite_reader *s, const char *member, const char *table,
    const struct span *column, const char *const *key, size_t n,
    const char *only)
{
	struct database_rows *r = database_rows_open(s->db, table, column, n);
	struct whole w = {0};
	struct buf list = {0};
	int got = 0;

	while (r && list.n < MEMBER_MAX && (got = database_rows_next(r)) > 0)
		if (!only || span_is(database_rows_text(r, 0), only))
			add_object(&list, &w, r, key, n);
	if (got >= 0 && list.n) {
		buf_add(&list, "]", 1);
		members_add(&s->r.members, span_of(member), buf_span(&list));
	}
	database_rows_close(r);
	whole_free(&w);
	buf_free(&list);
	return got < 0 ? -1 : 0;
}
