#include "tools/trace-phase/label.h"
#include "common/bytes/buf.h"
#include "common/cli/x.h"

void
label_find(struct label_columns *c, const struct tsv *in)
{
	c->phase = xtsv_optional(in, "phase");
	c->reason = xtsv_optional(in, "phase_reason");
}

enum phase
label_read(const struct label_columns *c, const struct tsv *in)
{
	return c->phase < 0 ? PHASE_EMPTY
			    : phase_parse(tsv_field(in, c->phase));
}

void
label_header(
    struct tsvw *out, const struct label_columns *c, const struct tsv *in)
{
	tsvw_names(out, in);
	if (c->phase < 0)
		tsvw_field(out, span_of("phase"));
	if (c->reason < 0)
		tsvw_field(out, span_of("phase_reason"));
	xtsvw_end(out);
	xtsvw_flush(out);
}

static void
write_reason(struct tsvw *out, const struct verdict *v)
{
	struct buf reason = {0};

	if (v) {
		buf_add_text(&reason, v->how);
		buf_add_text(&reason, v->what);
	}
	tsvw_field(out, buf_span(&reason));
	buf_free(&reason);
}

static void
write_phase(struct tsvw *out, const struct verdict *v)
{
	tsvw_field(out, span_of(v ? phase_name(v->phase) : ""));
}

/* Writes the fields of a line, with the verdict in the place of two. */
static void
write_fields(struct tsvw *out, const struct label_columns *c, struct span line,
    const struct verdict *v)
{
	const char *end = line.p + line.n;

	for (int i = 0; line.p <= end; i++) {
		const char *tab = memchr(line.p, '\t', (size_t)(end - line.p));
		size_t n = (size_t)((tab ? tab : end) - line.p);

		if (i == c->phase)
			write_phase(out, v);
		else if (i == c->reason)
			write_reason(out, v);
		else
			tsvw_field(out, (struct span){line.p, n});
		line.p += n + 1;
	}
}

void
label_row(struct tsvw *out, const struct label_columns *c, struct span line,
    const struct verdict *v)
{
	if (v && (c->phase >= 0 || c->reason >= 0))
		write_fields(out, c, line, v);
	else
		tsvw_field(out, line);
	if (c->phase < 0)
		write_phase(out, v);
	if (c->reason < 0)
		write_reason(out, v);
	xtsvw_end(out);
}

uint32_t
label_key_number(struct pool *pool, struct buf *key, const struct tsv *in,
    const int *column, int n)
{
	key->n = 0;
	for (int i = 0; i < n; i++) {
		struct span f = tsv_field_or_none(in, column[i]);

		buf_add(key, f.p, f.n);
		buf_add(key, "\t", 1);
	}
	return pool_add(pool, buf_span(key));
}
