#include "common/die.h"
#include "common/x.h"
#include "common/xrules.h"

static int
rules_column(const struct tsv *t, const char *name)
{
	int column = xtsv_optional(t, name);

	if (column == TSV_MISSING)
		die("%s: no column %s; a table of rules has the columns "
		    "family and pattern",
		    tsv_file(t), name);
	return column;
}

static void
read_rules(struct rules *r, const char *path)
{
	char *paths[] = {(char *)path};
	struct tsv *in = xtsv_open(paths, 1);
	int family = rules_column(in, "family");
	int pattern = rules_column(in, "pattern");
	struct buf text = {0};

	while (xtsv_next(in)) {
		char message[RULES_MESSAGE];

		text.n = 0;
		if (tsv_unescape(&text, tsv_field(in, pattern)))
			die_memory();
		if (rules_add(
			r, tsv_field(in, family), buf_span(&text), message)) {
			tsv_fail(in, message, tsv_field(in, pattern));
			die("%s", tsv_error(in));
		}
	}
	buf_free(&text);
	tsv_close(in);
}

struct rules *
xrules_open(const char *path)
{
	struct rules *r = rules_new();

	if (!r || (!path && rules_add_ours(r)))
		die_memory();
	if (path)
		read_rules(r, path);
	return r;
}
