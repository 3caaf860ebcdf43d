/* The gzip format, version 4.3: RFC 1952 (P. Deutsch, 1996). */
#include "common/bytes/little.h"
#include "common/input/unpack.h"

enum flag { CHECKED = 2, EXTRA = 4, NAME = 8, COMMENT = 16, RESERVED = 0xE0 };
enum { DEFLATE = 8, FIXED_PART = 10, TRAILER = 8 };

static const char unknown_kind[] = "a gzip header of unknown kind";

/* A header while it is read; it may be of any length. */
struct header {
	struct byte_source *source;
	uint32_t crc; /* of its bytes so far */
	size_t n;     /* how many */
	bool cut;
};

/* The next n bytes of the header, to be used at once; NULL if it is cut. */
static const unsigned char *
take(struct header *h, size_t n)
{
	const unsigned char *p = h->cut ? NULL : byte_source_need(h->source, n);

	if (!p) {
		h->cut = true;
		return NULL;
	}
	h->crc = inflate_crc(h->crc, p, n);
	h->n += n;
	byte_source_skip(h->source, n);
	return p;
}

static void
skip_text(struct header *h)
{
	const unsigned char *p;

	do
		p = take(h, 1);
	while (p && *p);
}

/* Returns NULL, or what is wrong with it. */
static const char *
read_header(struct unpack *u, struct block *b)
{
	struct header h = {.source = u->source};
	const unsigned char *p = take(&h, FIXED_PART);
	int flags = p ? p[3] : 0;

	u->head = h.n;
	if (p && (p[2] != DEFLATE || flags & RESERVED))
		return unknown_kind;
	if (flags & EXTRA && (p = take(&h, 2)))
		take(&h, little16(p));
	if (flags & NAME)
		skip_text(&h);
	if (flags & COMMENT)
		skip_text(&h);
	if (flags & CHECKED) {
		uint32_t crc = h.crc & 0xFFFF;

		p = take(&h, 2);
		if (p && little16(p) != crc)
			unpack_damage(b, "wrong checksum of a gzip header");
	}
	u->head = h.n;
	return h.cut ? unpack_too_early : NULL;
}

static int
gzip_begin(struct unpack *u, struct block *b)
{
	const char *wrong;

	if (!unpack_find_member(u, b, "garbage after the gzip data"))
		return 0;
	for (;;) {
		wrong = read_header(u, b);
		if (unpack_step_back(u) && !wrong)
			wrong = unknown_kind;
		if (!wrong)
			break;
		unpack_damage(b, wrong);
		if (u->source->error)
			return unpack_cut(u, b);
		if (!unpack_next_member(u, b))
			return 0;
	}
	u->files++;
	inflate_restart(u->inflater);
	return 1;
}

/* Beside the magic bytes, what no byte of a header can be: 1 in 2^38. */
static bool
gzip_starts(const unsigned char *p)
{
	return p[0] == 0x1f && p[1] == 0x8b && p[2] == DEFLATE &&
	    !(p[3] & RESERVED) && (p[8] & ~6) == 0 &&
	    (p[9] < 14 || p[9] == 255);
}

/* Where the next member begins, from a trailer on that is damaged or missing.
 */
static size_t
trailer_size(struct unpack *u)
{
	const unsigned char *p =
	    byte_source_need(u->source, TRAILER + FORMAT_HEAD);
	size_t n = 0;

	while (p && n < TRAILER && !gzip_starts(p + n))
		n++;
	return p ? n : TRAILER;
}

/* After the data: their CRC-32, and their length modulo 2^32. */
static void
gzip_end(struct unpack *u, struct block *b)
{
	const unsigned char *p = byte_source_need(u->source, TRAILER);

	if (!p) {
		unpack_end_early(u, b);
		return;
	}
	b->crc = little32(p);
	if (little32(p + 4) == (uint32_t)u->length) {
		byte_source_skip(u->source, TRAILER);
		return;
	}
	unpack_damage(b, "wrong length after the gzip data");
	if (!unpack_step_back(u))
		byte_source_skip(u->source, trailer_size(u));
}

const struct format format_gzip = {
    gzip_begin, gzip_end, unpack_inflate, NULL, gzip_starts};
