#include "tools/trace-phase/number.h"
#include "common/cli/x.h"

void
number_key(struct buf *key, const struct tsv *in, const int *column, int n)
{
	key->n = 0;
	for (int i = 0; i < n; i++) {
		struct span f = tsv_field_or_none(in, column[i]);

		xbuf_add(key, f.p, f.n);
		xbuf_add(key, "\t", 1);
	}
}

uint32_t
number_fields(struct pool *pool, struct buf *key, const struct tsv *in,
    const int *column, int n)
{
	number_key(key, in, column, n);
	return xpool_add(pool, buf_span(key));
}
