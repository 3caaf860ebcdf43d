#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "common/bytes/memory.h"
#include "common/input/inflate.h"

enum { RAW_WINDOW = -15 }; /* no header, no trailer, no checksum */

struct inflater {
	z_stream z;
};

struct inflater *
inflate_new(void)
{
	struct inflater *i = xcalloc(1, sizeof *i);

	if (inflateInit2(&i->z, RAW_WINDOW) != Z_OK)
		memory_out(); /* zlib asks the system itself */
	return i;
}

void
inflate_free(struct inflater *i)
{
	if (!i)
		return;
	inflateEnd(&i->z);
	free(i);
}

void
inflate_restart(struct inflater *i)
{
	inflateReset(&i->z);
}

static uInt
at_most(size_t n)
{
	return n < UINT_MAX ? (uInt)n : UINT_MAX;
}

enum inflate_result
inflate_run(struct inflater *i, struct inflate_io *io)
{
	uInt in_n = at_most(io->in_n), out_n = at_most(io->out_n);
	int rc;

	i->z.next_in = (unsigned char *)io->in;
	i->z.avail_in = in_n;
	i->z.next_out = io->out;
	i->z.avail_out = out_n;
	rc = inflate(&i->z, Z_NO_FLUSH);
	io->in = i->z.next_in;
	io->in_n -= in_n - i->z.avail_in;
	io->out = i->z.next_out;
	io->out_n -= out_n - i->z.avail_out;
	switch (rc) {
	case Z_OK:
	case Z_BUF_ERROR: /* nothing to do without input, or without room */
		return INFLATE_ON;
	case Z_STREAM_END:
		return INFLATE_END;
	case Z_MEM_ERROR:
		memory_out();
	default:
		return INFLATE_CORRUPT;
	}
}

uint32_t
inflate_crc(uint32_t crc, const void *p, size_t n)
{
	return (uint32_t)crc32_z(crc, p, n);
}
