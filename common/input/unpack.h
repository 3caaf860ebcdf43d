/*
 * unpack - the contents of gzip, zip and zstd data, block by block.
 *
 * All are members one after another: a header, the data, and a checksum and
 * lengths after or before them. gzip.c, zip.c and zstd.c read what is
 * around the data, and check lengths; here they are decoded, or copied. input.c
 * compares the CRC-32 of the blocks that it takes, because it may do that in
 * another thread.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "common/input/inflate.h"

/* The bytes of a file or of standard input as they are, chunk by chunk. */

enum { BYTE_SOURCE_CHUNK = 256 * 1024, BYTE_SOURCE_BEHIND = 128 * 1024 };

struct byte_source {
	/*
	 * The bytes at hand. Those before `next`, up to BYTE_SOURCE_BEHIND,
	 * are still those of the input, so that a caller that took too many
	 * can step back.
	 */
	const unsigned char *next;
	size_t have;
	int error; /* the errno of what failed, or 0 */
	int fd;
	bool opened; /* by byte_source_open, so that byte_source_close closes it
		      */
	int stop;    /* when this descriptor hangs up, reading ends; or -1 */
	atomic_llong consumed; /* bytes read; any thread may look */
	unsigned char bytes[BYTE_SOURCE_BEHIND + BYTE_SOURCE_CHUNK];
};

/* A path, or NULL for standard input. Returns 0, or -1: see error. */
int byte_source_open(struct byte_source *, const char *path);
void byte_source_close(struct byte_source *);

/*
 * Reads more after the bytes at hand, of which there must be fewer than
 * BYTE_SOURCE_CHUNK; they may move. Returns 1, 0 at the end, -1: see error.
 */
int byte_source_more(struct byte_source *);

/* The next n <= BYTE_SOURCE_CHUNK bytes; NULL at the end or for an error. */
const unsigned char *byte_source_need(struct byte_source *, size_t n);

/* Drops the first n of the bytes at hand. */
void byte_source_skip(struct byte_source *, size_t n);

/* Reads past the chunk, like read(2), but continues after a signal. */
ssize_t byte_source_read(struct byte_source *, void *, size_t n);

enum { BLOCK_SIZE = 512 * 1024 }; /* see ring.c */

struct block {
	unsigned char *bytes;
	size_t size, n; /* room, and how many bytes there are */
	bool ends;      /* a member ends after them, and its CRC-32 is: */
	uint32_t crc;
	bool last;          /* there is no block after this one */
	int64_t skipped;    /* packed bytes before them that are of no member */
	int error;          /* last: the errno of what failed, or 0 */
	const char *damage; /* NULL, or what is wrong with the data */
};

struct unpack;

/*
 * begin reads what stands before a member's data: 1, or 0 if there is no member
 * to read any more, and the block may say why. end reads what stands after,
 * and sets the block's crc. starts tells from FORMAT_HEAD bytes whether a
 * member begins with them, so that reading can go on after damage.
 */
struct format {
	int (*begin)(struct unpack *, struct block *);
	void (*end)(struct unpack *, struct block *);
	enum inflate_result (*decode)(
	    struct unpack *, struct inflate_io *, struct block *);
	void (*close)(struct unpack *);        /* or NULL */
	bool (*starts)(const unsigned char *); /* or NULL: it does not go on */
};

/* format_zstd is there if make found libzstd. */
extern const struct format format_gzip, format_zip, format_zstd;

struct unpack {
	struct byte_source *source;
	const struct format *format;
	struct inflater *inflater;
	struct ZSTD_DCtx_s *zstd; /* from its first frame on */
	bool inside;              /* in a member's data */
	bool astray;              /* the last member was corrupt, */
	bool refused;             /* from its first byte on */
	bool stored;              /* which are not compressed */
	uint64_t packed,
	    length;    /* bytes of the member's data so far, of each */
	size_t head;   /* bytes of the member's header, if it goes back there */
	int64_t again; /* bytes of the input that were gone back */
	int64_t files; /* members begun that hold data */
	struct {
		uint64_t packed, length; /* as the header has them */
		uint32_t crc;
		bool described; /* they stand after the data instead */
	} zip;
};

/* The format that begins so, or NULL. FORMAT_MAGIC bytes are enough to tell. */
enum { FORMAT_MAGIC = 4, FORMAT_HEAD = 10 };
const struct format *format_of(const unsigned char *, size_t n);

void unpack_open(struct unpack *, struct byte_source *, const struct format *);
void unpack_close(struct unpack *); /* also one never opened, if zero */

/*
 * Fills a block: to its end, to a member's end, or with what can be had without
 * waiting for more; n may be 0.
 */
void unpack_fill(struct unpack *, struct block *);

/*
 * For formats whose members follow each other: 1 if one begins here, the first
 * or after another; 0 at the end, which zeros may precede. Anything else is
 * damage, and passed over up to the next member.
 */
int unpack_find_member(struct unpack *, struct block *, const char *garbage);

/*
 * A member is damaged, and another one seems to begin in its last bytes: goes
 * back to that, and the member before has no end. False: there is none. So much
 * is read twice at most that reading takes twice as long.
 */
bool unpack_step_back(struct unpack *);

/* A header is damaged: 1 at the next member, 0 if there is none. */
int unpack_next_member(struct unpack *, struct block *);

/* The decoder of gzip and zip. */
enum inflate_result unpack_inflate(
    struct unpack *, struct inflate_io *, struct block *);

extern const char unpack_too_early[]; /* a message of damage */

/* For the formats: the input ended too early, or failed. Returns 0. */
int unpack_cut(const struct unpack *, struct block *);

/*
 * The same in a member's data or behind them: another member may begin in them.
 */
void unpack_end_early(struct unpack *, struct block *);

/* Damage: of a block the first is kept. Returns 0: no member is read. */
int unpack_damage(struct block *, const char *);

/*
 * Blocks that another thread unpacks ahead of their use.
 */

struct ring;

/*
 * Starts the thread, which has the unpacker and its source for itself until
 * ring_stop; only source.consumed may be looked at. NULL: no thread, or no
 * descriptor left; the caller can go on alone.
 */
struct ring *ring_start(struct unpack *);

/*
 * The next block, to be used until the next call. After the last block there
 * is none to ask for.
 */
const struct block *ring_next(struct ring *);

/* Ends the thread, even one that waits for input. NULL is fine. */
void ring_stop(struct ring *);
