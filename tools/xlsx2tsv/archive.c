#include "common/bytes/little.h"
#include "common/input/inflate.h"
#include "tools/xlsx2tsv/workbook.h"

enum {
	END_SIZE = 22,
	ENTRY_SIZE = 46,
	LOCAL_SIZE = 30,
	STORED = 0,
	DEFLATED = 8,
	PIECE = 1 << 16, /* bytes inflated at a time */
	DENSEST = 1032,  /* bytes that one byte of deflate can stand for */
	MOST = 1 << 30   /* of a member: a sheet of a million rows has less */
};

#define IN_ZIP64 UINT32_MAX /* the number stands elsewhere: it is larger */

static int
fail(struct archive *a, const char *what)
{
	a->error = what;
	return -1;
}

/* The end record has a comment after it, of at most 65535 bytes. */
int
archive_open(struct archive *a, const void *bytes, size_t n)
{
	*a = (struct archive){.bytes = bytes, .n = n};
	for (size_t back = END_SIZE; back <= n && back <= END_SIZE + 65535;
	     back++) {
		const unsigned char *p = a->bytes + n - back;

		if (memcmp(p, "PK\5\6", 4) != 0)
			continue;
		a->entries = little16(p + 10);
		a->directory = little32(p + 16);
		if (a->directory == IN_ZIP64)
			return fail(a, "the zip file is too large (Zip64)");
		return a->directory <= n ? 0 : fail(a, "not a zip file");
	}
	return fail(a, "not a zip file");
}

/* Where a member's data are, after the directory's entry. */
static int
find_data(struct archive *a, const unsigned char *entry, size_t *at)
{
	size_t local = little32(entry + 42), packed = little32(entry + 20);

	if (local == IN_ZIP64 || packed == IN_ZIP64)
		return fail(a, "a member of the zip file is too large");
	if (local > a->n || a->n - local < LOCAL_SIZE)
		return fail(a, "the zip file is cut off");
	*at = local + LOCAL_SIZE + little16(a->bytes + local + 26) +
	    little16(a->bytes + local + 28);
	if (*at > a->n || a->n - *at < packed)
		return fail(a, "the zip file is cut off");
	return 0;
}

/* A member on its way. */
struct passing {
	archive_sink *sink;
	void *to;
	size_t length;
	uint32_t crc;
};

static int
pass(struct passing *m, struct span bytes)
{
	m->length += bytes.n;
	m->crc = inflate_crc(m->crc, bytes.p, bytes.n);
	return m->sink(m->to, bytes);
}

/* Returns 0, or -1: see error, NULL if the sink has stopped it. */
static int
inflate_all(
    struct archive *a, struct span packed, size_t most, struct passing *m)
{
	unsigned char piece[PIECE];
	struct inflate_io io = {
	    (const unsigned char *)packed.p, packed.n, NULL, 0};
	struct inflater *inflater = inflate_new();
	enum inflate_result r = INFLATE_ON;
	size_t got = 0;
	int rc = 0;

	while (rc == 0 && r == INFLATE_ON && m->length < most) {
		io.out = piece;
		io.out_n = most - m->length < PIECE ? most - m->length : PIECE;
		r = inflate_run(inflater, &io);
		got = (size_t)(io.out - piece);
		if (r == INFLATE_CORRUPT || got == 0)
			break;
		rc = pass(m, (struct span){(char *)piece, got});
	}
	inflate_free(inflater);
	return rc == 0 && m->length < most
	    ? fail(a, "damaged data in the zip file")
	    : rc;
}

static int
read_entry(struct archive *a, const unsigned char *entry, struct passing *m)
{
	size_t packed = little32(entry + 20), length = little32(entry + 24), at;
	unsigned method = little16(entry + 10);
	struct span data;
	int rc = 0;

	if (find_data(a, entry, &at))
		return -1;
	data = (struct span){(const char *)a->bytes + at, packed};
	if (length > MOST || length / DENSEST > packed)
		return fail(a, "a member of the zip file is too large");
	if (little16(entry + 8) & 1)
		return fail(a, "the zip file is encrypted");
	if (method == STORED && packed == length)
		rc = pass(m, data);
	else if (method != DEFLATED)
		return fail(a, "the zip file is not deflated");
	else
		rc = inflate_all(a, data, length, m);
	if (rc == 0 && m->crc != little32(entry + 16))
		return fail(a, "wrong checksum in the zip file");
	return rc ? -1 : 1;
}

int
archive_read(struct archive *a, struct span name, archive_sink *sink, void *to)
{
	struct passing m = {.sink = sink, .to = to};
	size_t at = a->directory;

	for (size_t i = 0; i < a->entries; i++) {
		const unsigned char *p = a->bytes + at;
		size_t length;

		if (a->n - at < ENTRY_SIZE || memcmp(p, "PK\1\2", 4) != 0)
			return fail(a, "the zip file's directory is damaged");
		length = little16(p + 28);
		if (a->n - at - ENTRY_SIZE < length)
			return fail(a, "the zip file's directory is damaged");
		if (span_equal(name,
			(struct span){(const char *)p + ENTRY_SIZE, length}))
			return read_entry(a, p, &m);
		length += ENTRY_SIZE + little16(p + 30) + little16(p + 32);
		if (a->n - at < length)
			return fail(a, "the zip file's directory is damaged");
		at += length;
	}
	return 0;
}
