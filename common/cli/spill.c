#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/bytes/temporary.h"
#include "common/cli/die.h"
#include "common/cli/spill.h"

struct spill {
	struct temporary file;
	struct tsvw out;
};

__attribute__((noreturn)) static void
die_spill(struct spill *s, int error)
{
	spill_close(s);
	die("cannot write a temporary file: %s; TMPDIR can name another folder",
	    strerror(error));
}

static void
end_line(struct spill *s)
{
	if (tsvw_end(&s->out))
		die_spill(s, s->out.error);
}

struct spill *
spill_open(const struct tsv *header)
{
	struct spill *s = xcalloc(1, sizeof *s);

	if (temporary_scratch(&s->file))
		die_spill(s, errno);
	tsvw_init(&s->out, s->file.fd);
	tsvw_names(&s->out, header);
	end_line(s);
	return s;
}

void
spill_line(struct spill *s, struct span line)
{
	tsvw_field(&s->out, line);
	end_line(s);
}

char *
spill_end(struct spill *s)
{
	if (tsvw_flush(&s->out))
		die_spill(s, s->out.error);
	return s->file.path;
}

void
spill_close(struct spill *s)
{
	if (s)
		temporary_close(&s->file);
	free(s);
}
