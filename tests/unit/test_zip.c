#include "tests/unit/packed.h"
#include "tests/unit/test.h"

enum { WHOLE = 100000, ENCRYPTED = 1, DESCRIBED = 8 };
enum { STORED = 0, DEFLATED = 8 };

/* How the sizes of a file are written. */
enum sizes { SMALL, ZIP64 };

struct entry {
	const char *name;
	int method, flags;
	enum sizes header, descriptor;
	const char *signature;                          /* of the descriptor */
	uint32_t wrong_crc, wrong_length, wrong_packed; /* added */
};

static const struct entry stored = {"t.json", STORED, 0, 0, 0, "", 0, 0, 0};
static const struct entry deflated = {"t.json", DEFLATED, 0, 0, 0, "", 0, 0, 0};

static struct buf text, file;
static struct reading r;

static void
put_extra(struct entry e, size_t packed, struct span data)
{
	put_little(&file, 0x5455, 2); /* a time, which is none of ours */
	put_little(&file, 5, 2);
	put(&file, "\3\0\0\0\0", 5);
	if (e.header != ZIP64)
		return;
	put_little(&file, 1, 2);
	put_little(&file, 16, 2);
	put_little(&file, data.n + e.wrong_length, 8);
	put_little(&file, packed + e.wrong_packed, 8);
}

/* Local header, data, descriptor. */
static void
put_file(struct entry e, struct span data)
{
	bool later = e.flags & DESCRIBED;
	uint32_t crc = crc_of(data) + e.wrong_crc;
	struct buf body = {0};

	if (e.method == STORED)
		put(&body, data.p, data.n);
	else
		put_deflated(&body, data);
	put(&file, "PK\3\4\x14\0", 6);
	put_little(&file, (uint64_t)e.flags, 2);
	put_little(&file, (uint64_t)e.method, 2);
	put_little(&file, 0, 4);
	put_little(&file, later ? 0 : crc, 4);
	if (e.header == ZIP64) {
		put(&file, "\xff\xff\xff\xff\xff\xff\xff\xff", 8);
	} else {
		put_little(&file, later ? 0 : body.n + e.wrong_packed, 4);
		put_little(&file, later ? 0 : data.n + e.wrong_length, 4);
	}
	put_little(&file, strlen(e.name), 2);
	put_little(&file, e.header == ZIP64 ? 29 : 9, 2);
	put(&file, e.name, strlen(e.name));
	put_extra(e, body.n, data);
	put(&file, body.p, body.n);
	if (later) {
		size_t bytes = e.descriptor == ZIP64 ? 8 : 4;

		put(&file, e.signature, strlen(e.signature));
		put_little(&file, crc, 4);
		put_little(&file, body.n + e.wrong_packed, bytes);
		put_little(&file, data.n + e.wrong_length, bytes);
	}
	buf_free(&body);
}

/* Stands for the directory, which is not used. */
static void
put_directory(void)
{
	put(&file, "PK\1\2 and so on PK\5\6 and the end", 32);
}

/* Whether the archive gives these data, and ends as said. */
static int
gives(struct span data, const char *error, const char *damage)
{
	static const size_t in_steps[] = {1, 2, 7, WHOLE};
	const struct buf want = {(char *)data.p, data.n, 0};
	int good = 1;

	for (size_t i = 0; i < sizeof in_steps / sizeof *in_steps; i++) {
		read_bytes(&file, in_steps[i], i % 2 ? 1 : 4096, 2, &r);
		good = good && same(&r.out, &want) &&
		    strcmp(r.error, error) == 0 &&
		    strcmp(r.damage, damage) == 0 &&
		    (*r.error || *r.damage || r.consumed == (int)file.n);
	}
	return good;
}

/* One file between an optional folder and the directory. */
static int
file_gives(struct entry e, const char *error, const char *damage)
{
	file.n = 0;
	put_file(e, buf_span(&text));
	put_directory();
	return gives(
	    *error ? (struct span){"", 0} : buf_span(&text), error, damage);
}

static struct entry
described(struct entry e, enum sizes sizes, const char *signature)
{
	e.flags |= DESCRIBED;
	e.descriptor = sizes;
	e.signature = signature;
	return e;
}

static void
test_forms(void)
{
	struct entry e = deflated;

	CHECK(file_gives(stored, "", ""));
	CHECK(file_gives(deflated, "", ""));
	e.header = ZIP64;
	CHECK(file_gives(e, "", ""));
	e.method = STORED;
	CHECK(file_gives(e, "", ""));
	CHECK(file_gives(described(e, ZIP64, "PK\7\10"), "", ""));
	for (enum sizes s = SMALL; s <= ZIP64; s++) {
		CHECK(file_gives(described(deflated, s, ""), "", ""));
		CHECK(file_gives(described(deflated, s, "PK\7\10"), "", ""));
	}
}

static void
test_empty_file(void)
{
	struct entry e[] = {stored, deflated, described(deflated, SMALL, ""),
	    described(deflated, ZIP64, "PK\7\10")};
	struct span nothing = {"", 0};

	for (size_t i = 0; i < sizeof e / sizeof *e; i++) {
		file.n = 0;
		put_file(e[i], nothing);
		put_directory();
		CHECK(gives(nothing, "", ""));
	}
}

static void
test_folders(void)
{
	struct entry folder = stored;
	struct span nothing = {"", 0};

	folder.name = "folder/";
	file.n = 0;
	put_file(folder, nothing);
	put_file(described(deflated, SMALL, "PK\7\10"), buf_span(&text));
	put_file(folder, nothing);
	put_directory();
	CHECK(gives(buf_span(&text), "", ""));
	file.n = 0;
	put_file(folder, nothing);
	put_directory();
	CHECK(gives(nothing, "the zip archive holds no files", ""));
	file.n = 0;
	put(&file, "PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22);
	CHECK(gives(nothing, "the zip archive holds no files", ""));
}

static void
test_refused(void)
{
	struct entry e = deflated;

	e.flags = ENCRYPTED;
	CHECK(file_gives(e, "the zip archive is encrypted", ""));
	e = stored;
	e.method = 93;
	CHECK(file_gives(e, "the zip archive is not deflated", ""));
	e = described(stored, SMALL, "PK\7\10");
	CHECK(file_gives(e,
	    "the zip archive does not give the length of its "
	    "stored file in advance",
	    ""));
}

static void
test_faults(void)
{
	struct entry e[] = {stored, deflated, described(deflated, SMALL, ""),
	    described(deflated, ZIP64, "PK\7\10")};
	const char *length = "wrong length in the zip archive";

	for (size_t i = 0; i < sizeof e / sizeof *e; i++) {
		struct entry wrong = e[i];

		wrong.wrong_crc = 1;
		CHECK(file_gives(
		    wrong, "", "wrong checksum of the compressed data"));
		wrong = e[i];
		wrong.wrong_length = 1;
		CHECK(file_gives(wrong, "", length));
		if (i > 0) {
			wrong = e[i];
			wrong.wrong_packed = 1;
			CHECK(file_gives(wrong, "", length));
		}
	}
	file.n = 0;
	put_file(deflated, buf_span(&text));
	put_file(deflated, buf_span(&text));
	put_directory();
	CHECK(gives(buf_span(&text), "",
	    "the zip archive holds several files; only the first was read"));
	file.n = 0;
	put_file(deflated, buf_span(&text));
	put(&file, "what is this", 12);
	CHECK(gives(buf_span(&text), "", "garbage in the zip archive"));
}

/* A cut before the directory is noticed wherever it is. */
static void
test_cut(struct entry e)
{
	int good = 1;

	file.n = 0;
	put_file(e, buf_span(&text));
	for (size_t n = file.n; n > 3; n--) {
		file.n = n;
		read_bytes(&file, 3, 4096, 2, &r);
		good = good && is_prefix(&r.out, &text) &&
		    (r.out.n == 0) == (*r.error != 0) &&
		    (strstr(r.damage, "end too early") ||
			strstr(r.error, "end too early"));
	}
	CHECK(good);
}

static void
test_long(struct entry e)
{
	struct buf big = {0};

	put_text(&big, 3000000);
	file.n = 0;
	put_file(e, buf_span(&big));
	put_directory();
	for (int threads = 1; threads <= 2; threads++) {
		read_bytes(&file, WHOLE, 262144, threads, &r);
		CHECK(same(&r.out, &big) && !*r.error && !*r.damage);
		CHECK_INT(r.consumed, file.n);
	}
	buf_free(&big);
}

int
main(void)
{
	put_text(&text, 3000);
	test_forms();
	test_empty_file();
	test_folders();
	test_refused();
	test_faults();
	test_cut(stored);
	test_cut(deflated);
	test_cut(described(deflated, SMALL, "PK\7\10"));
	test_cut(described(deflated, ZIP64, ""));
	test_long(stored);
	test_long(deflated);
	test_long(described(deflated, SMALL, "PK\7\10"));
	buf_free(&text);
	buf_free(&file);
	buf_free(&r.out);
	return test_done();
}
