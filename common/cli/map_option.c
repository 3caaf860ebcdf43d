#include <string.h>

#include "common/cli/die.h"
#include "common/cli/map_option.h"
#include "common/cli/opt.h"
#include "common/cli/x.h"
#include "common/input/lines.h"

static void
add_line(struct map_option *o, const char *file, struct span line)
{
	struct span kept = xpool_keep(o->texts, line);

	if (category_map_add(&o->map, kept))
		opt_die(
		    "--map %s: not CATEGORY=CATEGORY, or too many rules: %.*s",
		    file, (int)line.n, line.p);
}

static void
add_file(struct map_option *o, const char *file)
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
		die("%s: %s", file, lines_error(lines));
	lines_close(lines);
}

void
map_option_add(struct map_option *o, const char *text)
{
	if (!strchr(text, '='))
		add_file(o, text);
	else if (category_map_add(&o->map, span_of(text)))
		opt_die(
		    "--map %s: not CATEGORY=CATEGORY, or too many rules", text);
}

void
map_option_free(struct map_option *o)
{
	pool_free(o->texts);
}
