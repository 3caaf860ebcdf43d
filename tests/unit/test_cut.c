/*
 * Small traces of several formats, cut off at every byte and with every byte
 * wrong in several ways: what is whole is kept, nothing is invented, and no
 * loss is silent but where a format has no end. With operands: the same of
 * these files, at 2,000 places each.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/bytes/buf.h"
#include "common/trace/source.h"
#include "tests/unit/test.h"

#ifdef __SANITIZE_ADDRESS__
enum { SKIP = 11 }; /* each place takes a new reader, which costs more then */
#else
enum { SKIP = 1 };
#endif
enum { PLACES = 2000 };

/* Times and names of the events, a line each, in their order. */
struct outcome {
	struct buf text;
	int64_t events;
	int status; /* as trace-extract's */
};

static void
read_bytes(struct outcome *o, struct span bytes)
{
	static const struct span asked[] = {{"hlo_op", 6}, {"Input Dims", 10}};
	char path[40], line[300];
	struct source s;
	struct raw_event e;
	int fd = memfd_create("trace", 0), got = -1, n;

	if (fd < 0 || write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	o->text.n = 0;
	o->events = 0;
	source_open(&s, path, asked, 2);
	input_threads(s.in, 1);
	if (source_start(&s) == 0)
		while ((got = source_next(&s, &e)) > 0) {
			n = snprintf(line, sizeof line, "%lld %lld %.*s\n",
			    (long long)e.ts,
			    (long long)(e.has_dur ? e.dur : -1),
			    e.name.n > 99 ? 99 : (int)e.name.n, e.name.p);
			buf_add(&o->text, line, (size_t)n);
			o->events++;
		}
	o->status = got < 0 ? 2
	    : reader_damage(s.reader) || source_lost(&s) || s.reader->unreadable
	    ? 3
	    : 0;
	if (got < 0 && !(s.error && *s.error))
		abort();
	source_close(&s);
	close(fd);
}

static struct buf
load(const char *path)
{
	FILE *f = fopen(path, "rb");
	struct buf file = {0};
	char block[4096];
	size_t n;

	if (!f)
		abort();
	while ((n = fread(block, 1, sizeof block, f)) > 0)
		buf_add(&file, block, n);
	fclose(f);
	return file;
}

/*
 * Each line of the part is a line of the whole, in the same order. A slice
 * whose end is missing has no duration; in XLA's traces names come last, so
 * that a row may have lost its name.
 */
static bool
is_part(const struct buf *part, const struct buf *whole)
{
	size_t at = 0;

	for (size_t i = 0; i < part->n;) {
		size_t n =
		    (size_t)((char *)memchr(part->p + i, '\n', part->n - i) -
			(part->p + i)) +
		    1;
		struct span line = {part->p + i, n};

		i += n;
		n -= line.p[n - 2] == ' ';
		if (span_has(line, " -1 "))
			continue;
		while (at < whole->n &&
		    !(at + n <= whole->n &&
			memcmp(whole->p + at, line.p, n) == 0))
			at += (size_t)((char *)memchr(
					   whole->p + at, '\n', whole->n - at) -
				  (whole->p + at)) +
			    1;
		if (at >= whole->n)
			return false;
		at += n;
	}
	return true;
}

struct tally {
	size_t places, invented, silent, fewer;
};

/* Cut off at every `step`-th byte. */
static struct tally
cut(struct span file, const struct outcome *whole, size_t step)
{
	struct outcome o = {0};
	struct tally t = {0};
	int64_t most = 0;

	for (size_t n = 0; n < file.n; n += step) {
		read_bytes(&o, span_cut(file, 0, n));
		t.places++;
		t.invented += !is_part(&o.text, &whole->text);
		t.silent += o.status == 0;
		t.fewer += o.events + 1 < most;
		most = o.events > most ? o.events : most;
	}
	buf_free(&o.text);
	return t;
}

/* One byte after another wrong, so that lengths reach beyond what holds them
 * and numbers do not end. */
static size_t
spoil(struct buf *file, size_t step)
{
	static const unsigned char masks[] = {0xff, 0x80, 0x7f, 0x01, 0x08};
	struct outcome o = {0};
	size_t read = 0;

	for (size_t i = 0; i < file->n; i += step)
		for (size_t m = 0; m < sizeof masks; m++) {
			file->p[i] ^= (char)masks[m];
			read_bytes(&o, buf_span(file));
			file->p[i] ^= (char)masks[m];
			read += o.status != 2;
		}
	buf_free(&o.text);
	return read;
}

/* At most `silent` places, where the format has no end, give no message. */
static void
check_file(const char *path, size_t silent)
{
	struct buf file = load(path);
	struct outcome whole = {0};
	size_t step = SKIP + file.n / PLACES;
	struct tally t;

	read_bytes(&whole, buf_span(&file));
	CHECK(whole.events > 0);
	t = cut(buf_span(&file), &whole, step);
	CHECK_INT(t.invented, 0);
	CHECK_INT(t.fewer, 0);
	CHECK(t.silent <= silent);
	CHECK(spoil(&file, step * 2) > 0);
	buf_free(&file);
	buf_free(&whole.text);
}

static void
report_file(const char *path)
{
	struct buf file = load(path);
	struct outcome whole = {0};
	size_t step = file.n / PLACES + 1;
	struct tally t;

	read_bytes(&whole, buf_span(&file));
	t = cut(buf_span(&file), &whole, step);
	printf("# %s: %lld events, status %d; %zu places: %zu with events that "
	       "the file has not, %zu silent, %zu with fewer than before; %zu "
	       "spoilt ones read\n",
	    path, (long long)whole.events, whole.status, t.places, t.invented,
	    t.silent, t.fewer, spoil(&file, step * 5));
	buf_free(&file);
	buf_free(&whole.text);
}

int
main(int argc, char **argv)
{
	if (argc > 1) {
		for (int i = 1; i < argc; i++)
			report_file(argv[i]);
		return 0;
	}
	/* Behind a line, a packet or a plane a file looks complete. */
	check_file("tests/fuzz/seeds/rocprof/kernels.csv", 3);
	check_file("tests/fuzz/seeds/rocprof/run.json", 0);
	check_file("tests/fuzz/seeds/pftrace/mini.pftrace", 15);
	check_file("tests/fuzz/seeds/xplane/hlo.xplane.pb", 3);
	return test_done();
}
