#include "tools/trace-replay/print_calls.h"
#include "common/bytes/fixed.h"
#include "common/cli/x.h"
#include "common/json/jsontext.h"

extern const char *const player_ours[];

/* One object: what is replayed without a declaration says so. */
static void
put_json(struct buf *b, const struct batch_group *g)
{
	buf_add_text(b, "{\"op_name\": ");
	buf_add_quoted(b, g->name);
	BUF_ADD_ALL(
	    b, span_of(", \"replay_ir\": "), g->json, span_of(", \"count\": "));
	buf_add_int(b, g->count);
	if (g->how == BATCH_PLACE)
		buf_add_text(b, ", \"schema\": null");
	buf_add_text(b, "}");
}

static void
put_python(struct buf *b, const struct batch_group *g)
{
	buf_add_text(b, "    (");
	buf_add_int(b, g->count);
	buf_add_text(b, ", ");
	buf_add_us(b, g->ns);
	buf_add_text(b, ", ");
	buf_add_quoted(b, g->name);
	buf_add_text(b, ", ");
	if (g->how == BATCH_PLACE)
		buf_add_text(b, "None");
	else
		buf_add_quoted(
		    b, g->overload.n ? g->overload : span_of("default"));
	BUF_ADD_ALL(b, span_of(", "), g->python, span_of("),\n"));
}

/* Those that can be replayed, the first `top` of them. */
void
replay_print_ir(const struct batch_group *g, size_t n, size_t top)
{
	struct buf out = {0};
	size_t printed = 0;

	buf_add_text(&out, "[");
	for (size_t i = 0; i < n; i++) {
		if (g[i].how == BATCH_NOT || (top && printed == top))
			continue;
		buf_add_text(&out, printed++ ? ",\n" : "\n");
		put_json(&out, &g[i]);
	}
	buf_add_text(&out, "\n]\n");
	xbuf_write(&out);
	buf_free(&out);
}

void
replay_print_script(const struct batch_group *g, size_t n, size_t top)
{
	struct buf out = {0};
	size_t printed = 0;

	for (const char *const *line = player_ours; *line; line++) {
		if (strcmp(*line, "OPERATORS = []") != 0) {
			BUF_ADD_ALL(&out, span_of(*line), span_of("\n"));
			continue;
		}
		buf_add_text(&out, "OPERATORS = [\n");
		for (size_t i = 0; i < n; i++)
			if (g[i].how != BATCH_NOT && (!top || printed++ < top))
				put_python(&out, &g[i]);
		buf_add_text(&out, "]\n");
	}
	xbuf_write(&out);
	buf_free(&out);
}

static void
print_row(struct tsvw *out, const struct batch_group *g, int64_t total)
{
	static const char *const how[] = {"schema", "place", "no"};

	tsvw_field(out, g->name);
	tsvw_text(out, g->overload);
	tsvw_int(out, g->count);
	tsvw_us(out, g->ns);
	tsvw_real(out, total ? 100.0 * (double)g->ns / (double)total : 0, 6);
	tsvw_text(out, span_of(how[g->how]));
	tsvw_text(out, span_of(g->assumed ? g->assumed : g->why));
	tsvw_field(out, g->recorded.sizes);
	tsvw_field(out, g->recorded.types);
	tsvw_field(out, g->recorded.strides);
	tsvw_text(out, g->recorded.values);
	xtsvw_end(out);
}

int64_t
replay_total(const struct batch_group *g, size_t n)
{
	int64_t total = 0;

	for (size_t i = 0; i < n; i++)
		total += g[i].ns;
	return total;
}

void
replay_print_list(
    struct tsvw *out, const struct batch_group *g, size_t n, size_t top)
{
	tsvw_titles(out,
	    "name overload count gpu_us pct replay reason "
	    "input_dims input_type input_strides concrete_inputs");
	xtsvw_end(out);
	for (size_t i = 0; i < n && (!top || i < top); i++)
		print_row(out, &g[i], replay_total(g, n));
	xtsvw_flush(out);
}
