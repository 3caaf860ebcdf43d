#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/input/inflate.h"

struct inflater {
	struct inflate_state s;
	bool corrupt; /* all but what is left in tmp_out_buffer is handed out */
};

struct inflater *
inflate_new(void)
{
	struct inflater *i = xcalloc(1, sizeof *i);

	isal_inflate_init(&i->s);
	return i;
}

void
inflate_free(struct inflater *i)
{
	free(i);
}

void
inflate_restart(struct inflater *i)
{
	isal_inflate_reset(&i->s);
	memset(i->s.tmp_out_buffer, 0, sizeof i->s.tmp_out_buffer);
	i->corrupt = false;
}

static uint32_t
at_most(size_t n)
{
	return n < INT_MAX ? (uint32_t)n : INT_MAX;
}

/* ISA-L decodes ahead, and forgets that where the data are corrupt. */
static enum inflate_result
hand_out_rest(struct inflater *i, struct inflate_io *io)
{
	size_t at = (size_t)i->s.tmp_out_processed;
	size_t n = (size_t)i->s.tmp_out_valid - at;
	bool all = n <= io->out_n;

	n = all ? n : io->out_n;
	memcpy(io->out, i->s.tmp_out_buffer + at, n);
	i->s.tmp_out_processed += (int32_t)n;
	io->out += n;
	io->out_n -= n;
	return all ? INFLATE_CORRUPT : INFLATE_ON;
}

/*
 * Bytes that ISA-L leaves behind those that it counts, with much room before an
 * invalid symbol, are none.
 */
enum inflate_result
inflate_run(struct inflater *i, struct inflate_io *io)
{
	uint32_t in_n = at_most(io->in_n), out_n = at_most(io->out_n);
	uint32_t total = i->s.total_out;
	size_t ahead;
	int rc;

	if (i->corrupt)
		return hand_out_rest(i, io);
	i->s.next_in = (uint8_t *)io->in;
	i->s.avail_in = in_n;
	i->s.next_out = io->out;
	i->s.avail_out = out_n;
	rc = isal_inflate(&i->s);
	out_n = rc < 0 ? i->s.total_out - total : out_n - i->s.avail_out;
	/* where the data are corrupt, avail_in is up to 8 bytes too few */
	io->in_n -= (size_t)(i->s.next_in - io->in);
	io->in = i->s.next_in;
	io->out += out_n;
	io->out_n -= out_n;
	if (rc >= 0 && i->s.block_state != ISAL_BLOCK_FINISH)
		return INFLATE_ON;
	/* Whole bytes that it loaded into its bit buffer and did not use. */
	ahead = i->s.read_in_length > 0 ? (size_t)i->s.read_in_length / CHAR_BIT
					: 0;
	io->in -= ahead;
	io->in_n += ahead;
	i->corrupt = rc < 0;
	return i->corrupt ? hand_out_rest(i, io) : INFLATE_END;
}

uint32_t
inflate_crc(uint32_t crc, const void *p, size_t n)
{
	return crc32_gzip_refl(crc, p, n);
}
