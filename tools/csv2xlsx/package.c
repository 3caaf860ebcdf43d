/*
 * Local headers are read one after the other (PKWARE, "APPNOTE.TXT - .ZIP File
 * Format Specification", 6.3.10, section 4.3). Deflated data end by themselves,
 * so neither the sizes nor the central directory are needed.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "common/bytes/little.h"
#include "common/bytes/memory.h"
#include "tools/csv2xlsx/package.h"

#define ROWS_BEGIN "<sheetData>"
#define ROWS_END "</sheetData>"

enum {
	LOCAL_HEADER = 0x04034b50,
	CENTRAL_HEADER = 0x02014b50,
	END_RECORD = 0x06054b50,
	END_RECORD_SIZE = 22,
	LONGEST_NAME = 255,
	EDGE = 255, /* bytes kept of the start and the end of the XML */
	CHUNK = 64 * 1024
};

/* What is known of the member's data so far. */
struct data {
	int64_t size;
	uint32_t crc;
	char first[EDGE + 1], last[EDGE + 1];
	int64_t rows;    /* bytes that there should be, -1 if it is no sheet */
	int64_t rows_at; /* where they begin, 0 if not yet seen */
	size_t matched;  /* bytes of ROWS_BEGIN */
	size_t ended;    /* bytes of ROWS_END where they must be */
};

struct package {
	FILE *file;
	const int64_t *rows;
	int sheets, seen; /* sheets that there should be, and were */
	z_stream z;
	struct data data;
	unsigned char in[CHUNK], out[CHUNK];
};

/* Puts at least one byte into z's input: 0, or -1. */
static int
refill(struct package *p)
{
	if (p->z.avail_in)
		return 0;
	p->z.next_in = p->in;
	p->z.avail_in = (uInt)fread(p->in, 1, CHUNK, p->file);
	return p->z.avail_in ? 0 : -1;
}

static int
read_bytes(struct package *p, void *to, size_t n)
{
	unsigned char *out = to;

	for (size_t i = 0; i < n; i++) {
		if (refill(p))
			return -1;
		out[i] = *p->z.next_in++;
		p->z.avail_in--;
	}
	return 0;
}

static void
keep_edges(struct data *d, const char *p, size_t n)
{
	size_t have = strlen(d->last), drop;

	if (d->size < EDGE) {
		size_t room = EDGE - (size_t)d->size;

		memcpy(d->first + d->size, p, n < room ? n : room);
	}
	if (n >= EDGE) {
		memcpy(d->last, p + n - EDGE, EDGE);
		return;
	}
	drop = have + n > EDGE ? have + n - EDGE : 0;
	memmove(d->last, d->last + drop, have - drop);
	memcpy(d->last + have - drop, p, n);
	d->last[have - drop + n] = '\0';
}

/* The pattern's first character comes in it only once. */
static void
find_rows(struct data *d, const char *p, size_t n)
{
	for (size_t i = 0; i < n && !d->rows_at; i++) {
		if (p[i] == ROWS_BEGIN[d->matched])
			d->matched++;
		else
			d->matched = p[i] == ROWS_BEGIN[0];
		if (d->matched == strlen(ROWS_BEGIN))
			d->rows_at = d->size + (int64_t)i + 1;
	}
}

static void
find_rows_end(struct data *d, const char *p, size_t n)
{
	for (size_t k = 0; k < strlen(ROWS_END); k++) {
		int64_t at = d->rows_at + d->rows + (int64_t)k - d->size;

		if (at >= 0 && at < (int64_t)n && p[at] == ROWS_END[k])
			d->ended++;
	}
}

static void
look_at(struct data *d, const char *p, size_t n)
{
	d->crc = (uint32_t)crc32(d->crc, (const Bytef *)p, (uInt)n);
	keep_edges(d, p, n);
	if (d->rows >= 0 && !d->rows_at)
		find_rows(d, p, n);
	if (d->rows_at)
		find_rows_end(d, p, n);
	d->size += (int64_t)n;
}

static int
inflate_member(struct package *p)
{
	int rc = inflateReset(&p->z);

	while (rc == Z_OK) {
		if (refill(p))
			return -1;
		p->z.next_out = p->out;
		p->z.avail_out = CHUNK;
		rc = inflate(&p->z, Z_NO_FLUSH);
		look_at(&p->data, (char *)p->out, CHUNK - p->z.avail_out);
	}
	return rc == Z_STREAM_END ? 0 : -1;
}

/* Does the last tag, and nothing after it but an LF, end the first element? */
static bool
is_closed(const struct data *d)
{
	const char *root = strchr(d->first, '<');
	const char *end = strrchr(d->last, '<');
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

static bool
is_whole(const struct data *d, uint32_t crc)
{
	if (d->rows >= 0 && d->ended != strlen(ROWS_END))
		return false;
	return d->crc == crc && is_closed(d);
}

static int64_t
rows_of(struct package *p, const char *name)
{
	int number, end = 0;

	if (sscanf(name, "xl/worksheets/sheet%d.xml%n", &number, &end) != 1 ||
	    end == 0 || name[end] || number < 1 || number > p->sheets)
		return -1;
	p->seen++;
	return p->rows[number - 1];
}

/* After the signature of a local header: 0, or -1. */
static int
check_member(struct package *p)
{
	unsigned char h[26];
	char name[LONGEST_NAME + 1] = "", skipped;
	size_t name_size, extra_size;

	if (read_bytes(p, h, sizeof h))
		return -1;
	name_size = little16(h + 22);
	extra_size = little16(h + 24);
	if (name_size > LONGEST_NAME || read_bytes(p, name, name_size))
		return -1;
	while (extra_size--)
		if (read_bytes(p, &skipped, 1))
			return -1;
	p->data = (struct data){.rows = rows_of(p, name)};
	if (inflate_member(p))
		return -1;
	return is_whole(&p->data, little32(h + 10)) ? 0 : -1;
}

static int
check_end(FILE *f)
{
	unsigned char end[END_RECORD_SIZE];

	if (fseek(f, -END_RECORD_SIZE, SEEK_END) ||
	    fread(end, 1, sizeof end, f) != sizeof end)
		return -1;
	return little32(end) == END_RECORD ? 0 : -1;
}

static int
check(struct package *p)
{
	unsigned char signature[4] = {0};

	if (inflateInit2(&p->z, -MAX_WBITS) != Z_OK)
		return -1;
	for (;;) {
		if (read_bytes(p, signature, sizeof signature))
			return -1;
		if (little32(signature) != LOCAL_HEADER)
			break;
		if (check_member(p))
			return -1;
	}
	if (little32(signature) != CENTRAL_HEADER)
		return -1;
	return p->seen == p->sheets ? check_end(p->file) : -1;
}

int
package_check(FILE *file, const int64_t *rows, int n)
{
	struct package *p = xcalloc(1, sizeof *p);
	int failed;

	p->file = file;
	p->rows = rows;
	p->sheets = n;
	failed = check(p);
	inflateEnd(&p->z);
	free(p);
	return failed;
}
