/*
 * A zip archive as a stream, without its directory, which is at its end: each
 * file's header stands before its data. PKWARE, "APPNOTE.TXT - .ZIP File Format
 * Specification", version 6.3.10, 2022, sections 4.3.7 to 4.3.9, 4.4.4, 4.5.3.
 */
#include <string.h>

#include "common/bytes/little.h"
#include "common/input/unpack.h"

enum { STORED = 0, DEFLATED = 8 };
enum flag { ENCRYPTED = 1, DESCRIBED = 8 };
enum { HEADER = 30, SIGNATURE = 4, ZIP64_EXTRA = 1 };

static const char wrong_length[] = "wrong length in the zip archive";
static const uint32_t in_zip64 = 0xFFFFFFFF; /* the size stands elsewhere */

static bool
begins(const unsigned char *p, const char *signature)
{
	return memcmp(p, signature, SIGNATURE) == 0;
}

/* Sizes over 4 GiB are in a field of the extra ones: length, then packed. */
static void
read_zip64(struct unpack *u, const unsigned char *p, size_t n)
{
	while (n >= 4) {
		size_t size = little16(p + 2);

		if (size > n - 4)
			return;
		if (little16(p) == ZIP64_EXTRA && size >= 16) {
			if (u->zip.length == in_zip64)
				u->zip.length = little64(p + 4);
			if (u->zip.packed == in_zip64)
				u->zip.packed = little64(p + 12);
			return;
		}
		p += 4 + size;
		n -= 4 + size;
	}
}

/* Whether a file of that header can be read; if not, the block says why. */
static bool
is_readable(struct unpack *u, struct block *b, int flags, int method)
{
	if (flags & ENCRYPTED)
		unpack_damage(b, "the zip archive is encrypted");
	else if (method != STORED && method != DEFLATED)
		unpack_damage(b, "the zip archive is not deflated");
	else if (method == STORED && flags & DESCRIBED && u->zip.packed == 0)
		unpack_damage(b,
		    "the zip archive does not give the length of its "
		    "stored file in advance");
	else
		return true;
	return false;
}

/* At a local header: 1 when its file is to be read, else 0. */
static int
begin_file(struct unpack *u, struct block *b)
{
	const unsigned char *p = byte_source_need(u->source, HEADER);
	size_t name, extra;
	int flags, method;

	if (!p)
		return unpack_cut(u, b);
	name = little16(p + 26);
	extra = little16(p + 28);
	p = byte_source_need(u->source, HEADER + name + extra);
	if (!p)
		return unpack_cut(u, b);
	flags = (int)little16(p + 6);
	method = (int)little16(p + 8);
	u->zip.crc = little32(p + 14);
	u->zip.packed = little32(p + 18);
	u->zip.length = little32(p + 22);
	read_zip64(u, p + HEADER + name, extra);
	u->zip.described = flags & DESCRIBED;
	u->stored = method == STORED;
	if (name == 0 || p[HEADER + name - 1] != '/') /* else it is a folder */
		u->files++;
	if (u->files > 1)
		return unpack_damage(b,
		    "the zip archive holds several files; only the first was read");
	if (!is_readable(u, b, flags, method))
		return 0;
	byte_source_skip(u->source, HEADER + name + extra);
	inflate_restart(u->inflater);
	return 1;
}

/*
 * The directory after the files repeats what their headers said. It is read
 * to its end only for the sake of who writes into a pipe.
 */
static int
skip_directory(struct unpack *u, struct block *b)
{
	int more;

	do {
		byte_source_skip(u->source, u->source->have);
		more = byte_source_more(u->source);
	} while (more > 0);
	if (more < 0)
		return unpack_cut(u, b);
	return u->files ? 0
			: unpack_damage(b, "the zip archive holds no files");
}

static int
zip_begin(struct unpack *u, struct block *b)
{
	const unsigned char *p = byte_source_need(u->source, SIGNATURE);

	if (!p)
		return unpack_cut(u, b);
	if (begins(p, "PK\3\4"))
		return begin_file(u, b);
	if (begins(p, "PK\1\2") || begins(p, "PK\5\6"))
		return skip_directory(u, b);
	return unpack_damage(b, "garbage in the zip archive");
}

/* Whether a descriptor with sizes of 4 or 8 bytes is there, and right. */
static bool
is_descriptor(const struct unpack *u, size_t at, size_t bytes)
{
	const unsigned char *p =
	    byte_source_need(u->source, at + 4 + 2 * bytes);

	if (!p)
		return false;
	p += at + 4;
	if (bytes == 8)
		return little64(p) == u->packed && little64(p + 8) == u->length;
	return little32(p) == u->packed && little32(p + 4) == u->length;
}

/*
 * A descriptor's signature may be left out, and its sizes have 8 bytes or 4,
 * without a sign which: 8 if these are right. (What stands behind sizes of 4 is
 * never mistaken for them, for it begins with a signature.)
 */
static void
read_descriptor(struct unpack *u, struct block *b)
{
	const unsigned char *p = byte_source_need(u->source, SIGNATURE);
	size_t at = p && begins(p, "PK\7\10") ? SIGNATURE : 0;

	for (size_t bytes = 8; bytes >= 4; bytes /= 2)
		if (is_descriptor(u, at, bytes)) {
			b->crc = little32(u->source->next + at);
			byte_source_skip(u->source, at + 4 + 2 * bytes);
			return;
		}
	b->ends = false;
	b->last = true;
	if (u->source->have < at + 20)
		unpack_cut(u, b);
	else
		unpack_damage(b, wrong_length);
}

static void
zip_end(struct unpack *u, struct block *b)
{
	b->crc = u->zip.crc;
	if (u->zip.described)
		read_descriptor(u, b);
	else if (u->zip.packed != u->packed || u->zip.length != u->length)
		unpack_damage(b, wrong_length);
}

const struct format format_zip = {
    zip_begin, zip_end, unpack_inflate, NULL, NULL};
