#include <unistd.h>

#include "common/cli/convert.h"
#include "common/cli/die.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"

enum { FLUSH_AT = 64 * 1024 };

int
convert(int argc, char **argv, const struct format *f)
{
	static const struct opt none[] = {{0}};
	struct buf out = {0};
	struct tsv *in;

	opt_parse(
	    argc, argv, f->usage, f->options ? f->options : none, f->state);
	in = xtsv_open(argv + optind, argc - optind);
	f->begin(f->state, &out, in);
	xbuf_write(&out);
	while (xtsv_next(in)) {
		f->record(f->state, &out, in);
		if (out.n >= FLUSH_AT)
			xbuf_write(&out);
	}
	if (f->end)
		f->end(f->state, &out, in);
	xbuf_write(&out);
	buf_free(&out);
	tsv_close(in);
	return tool_finish(STATUS_OK);
}
