#include "tools/trace-json/read.h"
#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"

/* A member of a trace, as trace-extract wrote it. */
static void
add_info(
    struct info *info, struct tsv *in, const int column[3], struct buf *scratch)
{
	scratch->n = 0;
	tsv_unescape(scratch, tsv_field(in, column[2]));
	if (info_add(info, tsv_field(in, column[0]), tsv_field(in, column[1]),
		buf_span(scratch)) == INFO_NO_JSON)
		xtsv_fail(in, "not JSON", tsv_field(in, column[2]));
}

struct info *
read_info(const char *path)
{
	static const char *const names[] = {"file", "key", "value"};
	struct info *info = info_new();
	struct buf scratch = {0};
	struct tsv *in;
	int column[3];

	if (!path)
		return info;
	in = xtsv_open_file(path);
	for (int i = 0; i < 3; i++)
		column[i] =
		    xtsv_column(in, names[i], "trace-extract --whole --info");
	while (xtsv_next(in))
		add_info(info, in, column, &scratch);
	tsv_close(in);
	buf_free(&scratch);
	return info;
}

/* A pair of which both sides are rows; others have nothing to point to. */
static void
add_flow(struct flows *flows, struct pool *names, struct tsv *in,
    const int column[4])
{
	struct flow f = {0};

	if (!tsv_field(in, column[0]).n || !tsv_field(in, column[1]).n)
		return;
	for (int side = 0; side < 2; side++)
		f.row[side] = xtsv_int(in, column[side]);
	f.name = pool_add(names, tsv_field_or_none(in, column[2]));
	f.cat = pool_add(names, tsv_field_or_none(in, column[3]));
	flows_add(flows, &f);
}

void
read_flows(const char *path, struct flows *flows, struct pool *names)
{
	struct tsv *in = xtsv_open_file(path);
	int column[4];

	column[0] = xtsv_column(in, "src_row", "trace-pair");
	column[1] = xtsv_column(in, "dst_row", "trace-pair");
	column[2] = xtsv_optional(in, "group");
	column[3] = xtsv_optional(in, "kind");
	while (xtsv_next(in))
		add_flow(flows, names, in, column);
	tsv_close(in);
	flows_sort(flows);
}
