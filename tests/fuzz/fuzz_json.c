/*
 * Any row, its fields one a line: what is written is JSON, whether the ids are
 * shared or not, and a fault is found before it is written.
 */
#include <stdlib.h>

#include "tests/fuzz/bytes.h"
#include "tools/trace-json/writer.h"

/* The next line of the bytes. */
static struct span
take_line(struct bytes *b)
{
	const char *p = (const char *)b->p;
	const char *end = b->n ? memchr(p, '\n', b->n) : NULL;
	size_t n = end ? (size_t)(end - p) : b->n;

	b->p += n;
	b->n -= n;
	if (b->n)
		(void)take_byte(b);
	return (struct span){p, n};
}

static void
check(const struct row *r, struct ids *ids, struct extra *extra)
{
	struct args a = {.ids = ids, .extra = extra, .extras = 1};
	struct arrow arrow = {
	    r->text[ROW_NAME], r->text[ROW_CAT], 1, r->ts, r->has_ts};
	struct buf t = {0};

	chrome_event(&a, &t, r);
	require(args_is_json(buf_span(&t)));
	t.n = 0;
	chrome_arrow(&a, &t, r, &arrow);
	require(args_is_json(buf_span(&t)));
	buf_free(&t);
	buf_free(&a.scratch);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct row r = {.ts = take_number(&b) >> 2};
	struct extra extra = {0};
	struct ids *ids = ids_new();
	uint8_t bits = take_byte(&b);
	struct span text;

	r.dur = r.ts;
	r.has_ts = bits & 1;
	r.has_dur = bits & 2;
	r.whole = bits & 4;
	r.lane = bits >> 4;
	for (int i = 0; i < ROW_COLUMNS; i++)
		r.text[i] = take_line(&b);
	extra.key = take_line(&b);
	extra.text = take_line(&b);
	require(ids != NULL);
	if (!chrome_fault(&r, &text)) {
		check(&r, NULL, &extra);
		check(&r, ids, &extra);
	}
	ids_free(ids);
	return 0;
}
