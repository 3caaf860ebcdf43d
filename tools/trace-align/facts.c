#include "tools/trace-align/facts.h"
#include "common/cli/x.h"

enum { NAME_MAX_BYTES = 24 }; /* longer ones hide what a sentence says */

static struct span
without_folders(struct span path)
{
	for (size_t i = path.n; i > 0; i--)
		if (path.p[i - 1] == '/')
			return span_cut(path, i, path.n);
	return path;
}

/* Is the key that of a GPU's name, "gpu.2"? `wanted` is its number. */
static bool
is_gpu(struct span key, struct span wanted)
{
	static const char prefix[] = "gpu.";
	const size_t n = sizeof prefix - 1;

	return key.n > n && memcmp(key.p, prefix, n) == 0 &&
	    span_equal(span_cut(key, n, key.n), wanted);
}

struct facts
facts_read(const char *path, struct span device, struct pool *pool)
{
	struct tsv *in = xtsv_open_file(path);
	int file = xtsv_column(in, "file", "trace-info");
	int key = xtsv_column(in, "key", "trace-info");
	int value = xtsv_column(in, "value", "trace-info");
	struct facts f = {0};
	bool exact = false;

	while (xtsv_next(in)) {
		struct span k = tsv_field(in, key);

		if (f.file.n == 0)
			f.file = xpool_keep(
			    pool, without_folders(tsv_field(in, file)));
		if (is_gpu(k, device)) {
			f.gpu = xpool_keep(pool, tsv_field(in, value));
			exact = true;
		} else if (!exact && is_gpu(k, span_of("0"))) {
			f.gpu = xpool_keep(pool, tsv_field(in, value));
		}
	}
	tsv_close(in);
	return f;
}

static struct span
name_of(const struct facts *f, const struct side *s)
{
	if (s->nruns > 1)
		return (struct span){NULL, 0};
	return f->file.n ? f->file : without_folders(span_of(s->cycle->file));
}

void
facts_names(const struct facts facts[2], const struct side *a,
    const struct side *b, struct span name[2])
{
	name[0] = name_of(&facts[0], a);
	name[1] = name_of(&facts[1], b);
	for (int i = 0; i < 2; i++)
		if (name[i].n == 0 || name[i].n > NAME_MAX_BYTES ||
		    span_equal(name[0], name[1])) {
			name[0] = span_of("A");
			name[1] = span_of("B");
			return;
		}
}
