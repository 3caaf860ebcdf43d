#include "common/table/files.h"

const char *
files_next(struct files *f, struct span *line)
{
	int got;

	if (f->next || !f->lines) {
		lines_close(f->lines);
		f->lines = lines_open(f->n ? f->paths[f->next] : NULL);
	}
	f->next++;
	if (!f->lines)
		return "out of memory";
	got = lines_next(f->lines, line);
	if (got < 0)
		return lines_error(f->lines);
	return got ? NULL
		   : "no header: empty input; whatever should have written it "
		     "failed";
}

void
files_close(struct files *f)
{
	lines_close(f->lines);
}
