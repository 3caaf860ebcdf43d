#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <zlib.h>

#include "common/bytes/little.h"
#include "tools/csv2xlsx/splice.h"

enum {
	LOCAL_HEADER = 0x04034b50,
	CENTRAL_HEADER = 0x02014b50,
	END_RECORD = 0x06054b50,
	END_RECORD_64 = 0x06064b50,
	END_LOCATOR_64 = 0x07064b50,
	LONGEST_NAME = 255,
	VERSION_DEFLATE = 20,
	VERSION_64 = 45,
	EXTRA_64 = 1,
	CHUNK = 64 * 1024,
	MEMBER_MOST = 16 << 20 /* bytes that the library has of one */
};

#define LARGE INT64_C(0xFFFFFFFF)

/* A member, as both of its headers have it. */
struct member {
	unsigned char how[8]; /* flags, method, time and date */
	uint32_t crc;
	int64_t packed, size, at; /* at: of the local header */
	size_t name_n;
	char name[LONGEST_NAME + 1];
};

struct copy {
	FILE *book, *rows, *out;
	struct buf central;
	int64_t at; /* bytes written */
	int members, sheets;
};

static void
put(struct buf *b, uint64_t v, int bytes)
{
	unsigned char p[8];

	for (int i = 0; i < bytes; i++)
		p[i] = (unsigned char)(v >> 8 * i);
	buf_add(b, p, (size_t)bytes);
}

static int
put_out(struct copy *c, const void *p, size_t n)
{
	c->at += (int64_t)n;
	return fwrite(p, 1, n, c->out) == n ? 0 : -1;
}

static int
put_buf(struct copy *c, struct buf *b)
{
	int failed = put_out(c, b->p, b->n);

	buf_free(b);
	return failed ? -1 : 0;
}

static bool
is_large(const struct member *m)
{
	return m->packed >= LARGE || m->size >= LARGE;
}

/* From the version to the length of the name, in both headers. */
static void
put_common(struct buf *b, const struct member *m, bool large)
{
	put(b, large ? VERSION_64 : VERSION_DEFLATE, 2);
	buf_add(b, m->how, sizeof m->how);
	put(b, m->crc, 4);
	put(b, large ? LARGE : m->packed, 4);
	put(b, large ? LARGE : m->size, 4);
	put(b, m->name_n, 2);
}

static int
put_local(struct copy *c, struct member *m)
{
	bool large = is_large(m);
	struct buf b = {0};

	m->at = c->at;
	put(&b, LOCAL_HEADER, 4);
	put_common(&b, m, large);
	put(&b, large ? 20 : 0, 2);
	buf_add(&b, m->name, m->name_n);
	if (large) {
		put(&b, EXTRA_64, 2);
		put(&b, 16, 2);
		put(&b, (uint64_t)m->size, 8);
		put(&b, (uint64_t)m->packed, 8);
	}
	return put_buf(c, &b);
}

static void
note_central(struct copy *c, const struct member *m)
{
	bool large = is_large(m) || m->at >= LARGE;
	struct buf *b = &c->central;

	c->members++;
	put(b, CENTRAL_HEADER, 4);
	put(b, VERSION_64, 2);
	put_common(b, m, large);
	put(b, large ? 28 : 0, 2);
	put(b, 0, 8); /* comment, disk and attributes */
	put(b, 0, 2);
	put(b, large ? LARGE : m->at, 4);
	buf_add(b, m->name, m->name_n);
	if (large) {
		put(b, EXTRA_64, 2);
		put(b, 24, 2);
		put(b, (uint64_t)m->size, 8);
		put(b, (uint64_t)m->packed, 8);
		put(b, (uint64_t)m->at, 8);
	}
}

static void
put_end_64(struct buf *b, const struct copy *c)
{
	uint64_t n = (uint64_t)c->members;

	put(b, END_RECORD_64, 4);
	put(b, 44, 8);
	put(b, VERSION_64, 2);
	put(b, VERSION_64, 2);
	put(b, 0, 8);
	put(b, n, 8);
	put(b, n, 8);
	put(b, c->central.n, 8);
	put(b, (uint64_t)c->at, 8);
	put(b, END_LOCATOR_64, 4);
	put(b, 0, 4);
	put(b, (uint64_t)c->at + c->central.n, 8);
	put(b, 1, 4);
}

/* There are fewer than 65535 members: the library has no more sheets. */
static int
put_end(struct copy *c)
{
	uint64_t n = (uint64_t)c->members;
	struct buf b = {0};

	if (c->at >= LARGE)
		put_end_64(&b, c);
	put(&b, END_RECORD, 4);
	put(&b, 0, 4);
	put(&b, n, 2);
	put(&b, n, 2);
	put(&b, c->central.n, 4);
	put(&b, (uint64_t)(c->at < LARGE ? c->at : LARGE), 4);
	put(&b, 0, 2);
	if (put_out(c, c->central.p, c->central.n)) {
		buf_free(&b);
		return -1;
	}
	return put_buf(c, &b);
}

/* The next member: 1, 0 after the last, -1: broken. The data follow. */
static int
read_header(FILE *book, struct member *m)
{
	unsigned char h[30];
	size_t extra;

	if (fread(h, 1, sizeof h, book) != sizeof h)
		return -1;
	if (little32(h) != LOCAL_HEADER)
		return little32(h) == CENTRAL_HEADER ? 0 : -1;
	*m = (struct member){.crc = little32(h + 14),
	    .packed = little32(h + 18),
	    .size = little32(h + 22),
	    .name_n = little16(h + 26)};
	memcpy(m->how, h + 6, sizeof m->how);
	extra = little16(h + 28);
	if (m->name_n > LONGEST_NAME ||
	    fread(m->name, 1, m->name_n, book) != m->name_n ||
	    fseek(book, (long)extra, SEEK_CUR))
		return -1;
	return 1;
}

static int
copy_bytes(struct copy *c, FILE *from, int64_t n)
{
	char block[CHUNK];

	while (n > 0) {
		size_t want = n < CHUNK ? (size_t)n : CHUNK;

		if (fread(block, 1, want, from) != want ||
		    put_out(c, block, want))
			return -1;
		n -= (int64_t)want;
	}
	return 0;
}

/* A sheet's number from its name, or 0. */
static int
sheet_number(const char *name)
{
	int number, end = 0;

	if (sscanf(name, "xl/worksheets/sheet%d.xml%n", &number, &end) != 1 ||
	    end == 0 || name[end])
		return 0;
	return number;
}

/* A member's data, as they are and inflated: a text. */
struct data {
	struct buf packed, xml;
};

static int
inflate_data(const struct member *m, struct data *d)
{
	z_stream z = {0};
	int rc;

	if (inflateInit2(&z, -MAX_WBITS) != Z_OK)
		return -1;
	z.next_in = (Bytef *)d->packed.p;
	z.avail_in = (uInt)m->packed;
	z.next_out = (Bytef *)d->xml.p;
	z.avail_out = (uInt)m->size + 1;
	rc = inflate(&z, Z_FINISH);
	d->xml.n = z.total_out;
	d->xml.p[d->xml.n] = '\0';
	inflateEnd(&z);
	return rc == Z_STREAM_END ? 0 : -1;
}

/* Does the last tag, and nothing after it but an LF, end the first element? */
static bool
is_closed(const char *xml)
{
	const char *root = strchr(xml, '<'), *end = strrchr(xml, '<');
	size_t n;

	if (root && strncmp(root, "<?xml", 5) == 0)
		root = strchr(root + 1, '<');
	if (!root || !end || end[1] != '/')
		return false;
	n = strcspn(root + 1, " >/\n");
	if (strncmp(end + 2, root + 1, n) != 0)
		return false;
	end += 2 + n;
	return strcmp(end, ">") == 0 || strcmp(end, ">\n") == 0;
}

/* Reads the data of a member; -1 if they are not whole. */
static int
read_data(FILE *book, const struct member *m, struct data *d)
{
	if (m->size > MEMBER_MOST || m->packed > MEMBER_MOST)
		return -1;
	buf_reserve(&d->packed, (size_t)m->packed + 1);
	buf_reserve(&d->xml, (size_t)m->size + 1);
	d->packed.n = fread(d->packed.p, 1, (size_t)m->packed, book);
	if (d->packed.n != (size_t)m->packed || inflate_data(m, d))
		return -1;
	return crc32(0, (const Bytef *)d->xml.p, (uInt)d->xml.n) == m->crc &&
		is_closed(d->xml.p)
	    ? 0
	    : -1;
}

/* Deflates all of the text into packed, flushed or finished. */
static int
deflate_text(struct span text, int flush, struct buf *packed)
{
	z_stream z = {0};
	int rc;

	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8,
		Z_DEFAULT_STRATEGY) != Z_OK)
		return -1;
	buf_reserve(packed, deflateBound(&z, text.n) + 16);
	z.next_in = (Bytef *)text.p; /* zlib does not write there */
	z.avail_in = (uInt)text.n;
	z.next_out = (Bytef *)packed->p;
	z.avail_out = (uInt)packed->cap;
	rc = deflate(&z, flush);
	packed->n = z.total_out;
	deflateEnd(&z);
	return rc == Z_OK || rc == Z_STREAM_END ? 0 : -1;
}

/* The three parts of a sheet, each deflated, one after the other. */
static int
put_parts(struct copy *c, struct member *m, const struct row_xml_data *rows,
    struct span head, struct span tail)
{
	struct buf first = {0}, last = {0};
	uLong crc = crc32(0, (const Bytef *)head.p, (uInt)head.n);
	uLong end = crc32(0, (const Bytef *)tail.p, (uInt)tail.n);
	int failed = deflate_text(head, Z_SYNC_FLUSH, &first) ||
	    deflate_text(tail, Z_FINISH, &last);

	crc = crc32_combine(crc, rows->crc, (z_off_t)rows->size);
	m->crc = (uint32_t)crc32_combine(crc, end, (z_off_t)tail.n);
	m->size = (int64_t)(head.n + tail.n) + rows->size;
	m->packed = (int64_t)(first.n + last.n) + rows->packed;
	failed = failed || put_local(c, m) || put_out(c, first.p, first.n) ||
	    fseeko(c->rows, rows->at, SEEK_SET) ||
	    copy_bytes(c, c->rows, rows->packed) || put_out(c, last.p, last.n);
	buf_free(&first);
	buf_free(&last);
	return failed ? -1 : 0;
}

/* The rows go between two tags of the sheet's XML. */
static enum splice
put_sheet(struct copy *c, struct member *m, const struct row_xml_data *rows,
    struct span xml)
{
	struct span after = span_after(xml, "<sheetData>");
	struct span before = span_cut(xml, 0, xml.n - after.n);

	c->sheets++;
	if (!span_starts(after, "</sheetData>"))
		return SPLICE_BROKEN;
	return put_parts(c, m, rows, before, after) ? SPLICE_FAILED
						    : SPLICE_DONE;
}

static enum splice
put_member(
    struct copy *c, struct member *m, const struct row_xml_data *rows, int n)
{
	int number = sheet_number(m->name);
	struct data d = {0};
	enum splice status = SPLICE_BROKEN;

	if (read_data(c->book, m, &d) == 0) {
		if (number > 0 && number <= n)
			status = put_sheet(
			    c, m, &rows[number - 1], buf_span(&d.xml));
		else
			status = put_local(c, m) ||
				put_out(c, d.packed.p, d.packed.n)
			    ? SPLICE_FAILED
			    : SPLICE_DONE;
		note_central(c, m);
	}
	buf_free(&d.packed);
	buf_free(&d.xml);
	return status;
}

enum splice
splice(
    FILE *book, FILE *rows, const struct row_xml_data *data, int n, FILE *out)
{
	struct copy c = {.book = book, .rows = rows, .out = out};
	enum splice status = SPLICE_DONE;
	struct member m;
	int got;

	errno = 0;
	rewind(book);
	while (status == SPLICE_DONE && (got = read_header(book, &m)) > 0)
		status = put_member(&c, &m, data, n);
	if (status == SPLICE_DONE && (got < 0 || c.sheets != n))
		status = SPLICE_BROKEN;
	if (status == SPLICE_DONE && (put_end(&c) || fflush(out)))
		status = SPLICE_FAILED;
	buf_free(&c.central);
	return status;
}
