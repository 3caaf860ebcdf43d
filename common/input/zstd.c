/*
 * The zstd format: RFC 8878 (Y. Collet and M. Kucherawy, 2021), decoded by
 * libzstd. A file is frames, one after another; a frame has its own checksum,
 * if any, which the library checks. Skippable frames have no content: pzstd
 * begins with one.
 */
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "common/bytes/memory.h"
#include "common/input/unpack.h"

static int
zstd_begin(struct unpack *u, struct block *b)
{
	if (!unpack_find_member(u, b, "garbage after the zstd data"))
		return 0;
	u->files++;
	if (!u->zstd)
		u->zstd = ZSTD_createDCtx();
	if (!u->zstd)
		memory_out();
	ZSTD_DCtx_reset(u->zstd, ZSTD_reset_session_only);
	return 1;
}

static void
zstd_end(struct unpack *u, struct block *b)
{
	(void)u;
	b->ends = false; /* there is no CRC-32 to be compared */
}

/* Why libzstd refuses to go on. */
static enum inflate_result
refused(size_t code, struct block *b)
{
	switch (ZSTD_getErrorCode(code)) {
	case ZSTD_error_memory_allocation:
		memory_out();
	case ZSTD_error_frameParameter_windowTooLarge:
		unpack_damage(b,
		    "the zstd data need a window above 128 MiB: "
		    "zstd -dc --long=31 FILE writes them to a pipe");
		break;
	case ZSTD_error_checksum_wrong:
		unpack_damage(b, "wrong checksum of the compressed data");
		break;
	default:
		break;
	}
	return INFLATE_CORRUPT;
}

/* One call of libzstd, with so much of the input and of the room for output. */
static size_t
step(struct unpack *u, struct inflate_io *io, size_t in_n, size_t out_n)
{
	ZSTD_inBuffer in = {io->in, in_n, 0};
	ZSTD_outBuffer out = {io->out, out_n, 0};
	size_t code = ZSTD_decompressStream(u->zstd, &out, &in);

	io->in += in.pos;
	io->in_n -= in.pos;
	io->out += out.pos;
	io->out_n -= out.pos;
	return code;
}

/*
 * A call that fails does not say how much it has written before. So one call
 * unpacks a block of the frame and has no room to write, and another one, that
 * has nothing to unpack, writes it: of what stands before damage nothing is
 * lost, however large the room.
 */
static enum inflate_result
zstd_decode(struct unpack *u, struct inflate_io *io, struct block *b)
{
	size_t code = step(u, io, io->in_n, 0);

	if (!ZSTD_isError(code) && code > 0)
		code = step(u, io, 0, io->out_n);
	if (ZSTD_isError(code))
		return refused(code, b);
	return code == 0 ? INFLATE_END : INFLATE_ON;
}

static void
zstd_close(struct unpack *u)
{
	ZSTD_freeDCtx(u->zstd);
}

static bool
zstd_starts(const unsigned char *p)
{
	return memcmp(p, "\x28\xB5\x2F\xFD", 4) == 0;
}

const struct format format_zstd = {
    zstd_begin, zstd_end, zstd_decode, zstd_close, zstd_starts};
