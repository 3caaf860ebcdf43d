#include <string.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/x.h"
#include "common/cli/xrules.h"
#include "common/input/lines.h"

/* All but the pattern and one of the labels may be missing. */
struct columns {
	int priority, pattern, category, family, vendor;
};

/* Returns NULL, or the name of what is missing. */
static const char *
find_columns(struct columns *c, const struct tsv *in)
{
	c->priority = xtsv_optional(in, "priority");
	c->pattern = xtsv_optional(in, "pattern");
	c->category = xtsv_optional(in, "category");
	c->family = xtsv_optional(in, "family");
	c->vendor = xtsv_optional(in, "vendor");
	if (c->pattern == TSV_MISSING)
		return "pattern";
	if (c->category == TSV_MISSING && c->family == TSV_MISSING)
		return "category or family";
	return NULL;
}

static void
add_rule(struct rules *r, struct tsv *in, const struct columns *c)
{
	struct rule rule = {.category = tsv_field_or_none(in, c->category),
	    .family = tsv_field_or_none(in, c->family),
	    .vendor = tsv_field_or_none(in, c->vendor)};
	char message[RULES_MESSAGE];
	struct buf pattern = {0};

	if (c->priority != TSV_MISSING &&
	    tsv_int(in, c->priority, &rule.priority) < 0)
		die("%s", tsv_error(in));
	tsv_unescape(&pattern, tsv_field(in, c->pattern));
	rule.pattern = buf_span(&pattern);
	if (rules_add(r, &rule, message))
		xtsv_fail(in, message, tsv_field(in, c->pattern));
	buf_free(&pattern);
}

static struct tsv *
open_table(const char *path, struct columns *c)
{
	struct tsv *in = xtsv_open_file(path);
	const char *missing = find_columns(c, in);

	if (missing) {
		tsv_close(in);
		die("%s: no column %s; a table of rules has the columns "
		    "priority, pattern, category, family and vendor",
		    path, missing);
	}
	return in;
}

struct rules *
xrules_open(const char *path, const char *vendor)
{
	struct columns columns;
	struct tsv *in = path ? open_table(path, &columns) : NULL;
	struct rules *r = rules_new();

	if (vendor)
		rules_only(r, span_of(vendor));
	while (in && xtsv_next(in))
		add_rule(r, in, &columns);
	tsv_close(in);
	rules_add_ours(r);
	if (vendor && !rules_know_vendor(r))
		die("there are no rules for the vendor '%s'", vendor);
	return r;
}

static void
add_line(struct xmap *o, const char *file, struct span line)
{
	pool_keep(o->texts, &line);
	if (category_map_add(&o->map, line))
		opt_die(
		    "--map %s: not CATEGORY=CATEGORY, or too many rules: %.*s",
		    file, (int)line.n, line.p);
}

static void
add_file(struct xmap *o, const char *file)
{
	struct lines *lines = lines_open(file);
	struct span line;
	int got;

	if (!o->texts)
		o->texts = pool_new();
	while ((got = lines_next(lines, &line)) > 0)
		if (line.n)
			add_line(o, file, line);
	if (got < 0)
		die("%s: %s", file, lines->error);
	lines_close(lines);
}

void
xmap_add(void *map, const char *text)
{
	struct xmap *o = map;

	if (!strchr(text, '='))
		add_file(o, text);
	else if (category_map_add(&o->map, span_of(text)))
		opt_die(
		    "--map %s: not CATEGORY=CATEGORY, or too many rules", text);
}

void
xmap_free(struct xmap *o)
{
	pool_free(o->texts);
}
