#include "tools/xlsx2tsv/archive.h"
#include "common/bytes/little.h"
#include "common/input/inflate.h"
#include "common/input/unpack.h"

enum {
	END_SIZE = 22,
	ENTRY_SIZE = 46,
	LOCAL_SIZE = 30,
	STORED = 0,
	DEFLATED = 8,
	DENSEST = 1032, /* bytes that one byte of deflate can stand for */
	MOST = 1 << 30  /* of a member: a sheet of a million rows has less */
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
		return a->directory <= n ? 0 : fail(a, "no zip file");
	}
	return fail(a, "no zip file");
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

static int
inflate_all(struct archive *a, struct inflate_io io)
{
	struct inflater *inflater = inflate_new();
	enum inflate_result r;

	if (!inflater)
		return fail(a, "out of memory");
	do
		r = inflate_run(inflater, &io);
	while (r == INFLATE_ON && io.out_n && io.in_n);
	inflate_free(inflater);
	if (r == INFLATE_NO_MEMORY)
		return fail(a, "out of memory");
	return io.out_n ? fail(a, "damaged data in the zip file") : 0;
}

static int
read_entry(struct archive *a, const unsigned char *entry, struct buf *out)
{
	size_t packed = little32(entry + 20), length = little32(entry + 24), at;
	unsigned method = little16(entry + 10);

	out->n = 0;
	if (find_data(a, entry, &at))
		return -1;
	if (length > MOST || length / DENSEST > packed)
		return fail(a, "a member of the zip file is too large");
	if (buf_reserve(out, length + 1))
		return fail(a, "out of memory");
	if (little16(entry + 8) & 1)
		return fail(a, "the zip file is encrypted");
	if (method == STORED && packed == length)
		memcpy(out->p, a->bytes + at, length);
	else if (method != DEFLATED)
		return fail(a, "the zip file is not of deflated data");
	else if (inflate_all(a,
		     (struct inflate_io){a->bytes + at, packed,
			 (unsigned char *)out->p, length}))
		return -1;
	out->n = length;
	if (inflate_crc(0, out->p, length) != little32(entry + 16))
		return fail(a, "wrong checksum in the zip file");
	return 1;
}

int
archive_read(struct archive *a, struct span name, struct buf *out)
{
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
			return read_entry(a, p, out);
		length += ENTRY_SIZE + little16(p + 30) + little16(p + 32);
		if (a->n - at < length)
			return fail(a, "the zip file's directory is damaged");
		at += length;
	}
	return 0;
}
