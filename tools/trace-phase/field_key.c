#include "tools/trace-phase/field_key.h"
#include "common/cli/x.h"

void
field_key_text(struct buf *key, const struct tsv *in, const int *column, int n)
{
	key->n = 0;
	for (int i = 0; i < n; i++) {
		struct span f = tsv_field_or_none(in, column[i]);

		xbuf_add(key, f.p, f.n);
		xbuf_add(key, "\t", 1);
	}
}

uint32_t
field_key_number(struct pool *pool, struct buf *key, const struct tsv *in,
    const int *column, int n)
{
	field_key_text(key, in, column, n);
	return xpool_add(pool, buf_span(key));
}
