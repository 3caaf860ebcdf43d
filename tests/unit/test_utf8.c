/*
 * Against the definition: the well-formed sequences are exactly what encoding
 * the code points gives, so all others must be refused.
 */
#include <stdlib.h>

#include "common/bytes/utf8.h"
#include "tests/unit/test.h"

static struct span
bytes(const char *p, size_t n)
{
	return (struct span){p, n};
}

/* The definition, by arithmetic: RFC 3629, section 3. */
static size_t
encode(char *out, uint32_t c)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xC0 + c / 64);
		out[1] = (char)(0x80 + c % 64);
		return 2;
	}
	if (c < 0x10000) {
		out[0] = (char)(0xE0 + c / 4096);
		out[1] = (char)(0x80 + c / 64 % 64);
		out[2] = (char)(0x80 + c % 64);
		return 3;
	}
	out[0] = (char)(0xF0 + c / 262144);
	out[1] = (char)(0x80 + c / 4096 % 64);
	out[2] = (char)(0x80 + c / 64 % 64);
	out[3] = (char)(0x80 + c % 64);
	return 4;
}

static int
is_surrogate(uint32_t c)
{
	return c >= 0xD800 && c <= 0xDFFF;
}

static void
test_every_code_point(void)
{
	int lengths = 0, codes = 0, texts = 0, cut = 0, all = 0;

	for (uint32_t c = 0; c <= 0x10FFFF; c++) {
		char want[UTF8_MAX], got[UTF8_MAX];
		size_t n = encode(want, c), length;

		if (is_surrogate(c))
			continue;
		all++;
		lengths += utf8_length(bytes(want, n)) == n;
		cut += utf8_length(bytes(want, n - 1)) == 0;
		codes +=
		    utf8_decode(bytes(want, n), &length) == c && length == n;
		texts += utf8_encode(got, c) == n && !memcmp(got, want, n);
	}
	CHECK_INT(lengths, all);
	CHECK_INT(cut, all);
	CHECK_INT(codes, all);
	CHECK_INT(texts, all);
}

/* Of all two- and three-byte runs, and many of four, those above are right. */
static void
test_every_short_run(void)
{
	long well_formed = 0;

	for (uint32_t b = 0x800000; b <= 0xFFFFFF; b++) {
		char s[] = {(char)(b >> 16), (char)(b >> 8), (char)b};

		well_formed += utf8_length(bytes(s, 3)) == 3;
	}
	CHECK_INT(well_formed, 0x10000 - 0x800 - 0x800);
	well_formed = 0;
	for (uint32_t b = 0x8000; b <= 0xFFFF; b++) {
		char s[] = {(char)(b >> 8), (char)b};

		well_formed += utf8_length(bytes(s, 2)) == 2;
	}
	CHECK_INT(well_formed, 0x800 - 0x80);
	well_formed = 0;
	for (uint32_t b = 0xE0000; b <= 0xFFFFF; b++) {
		char s[] = {(char)(b >> 12), (char)(b >> 4 & 0xFF),
		    (char)(0x80 | (b & 0xF)), (char)0xBF};

		well_formed += utf8_length(bytes(s, 4)) == 4;
	}
	CHECK_INT(well_formed, 0x100000 / 4096 * 16);
}

static void
test_what_is_refused(void)
{
	char out[UTF8_MAX];
	size_t n = 42;

	CHECK_INT(utf8_length(bytes("", 0)), 0);
	CHECK_INT(utf8_length(bytes("\x80", 1)), 0);
	CHECK_INT(utf8_length(bytes("\xC0\x80", 2)), 0);
	CHECK_INT(utf8_length(bytes("\xE0\x9F\xBF", 3)), 0);
	CHECK_INT(utf8_length(bytes("\xED\xA0\x80", 3)), 0);
	CHECK_INT(utf8_length(bytes("\xF4\x90\x80\x80", 4)), 0);
	CHECK_INT(utf8_length(bytes("\xF8\x88\x80\x80\x80", 5)), 0);
	CHECK_INT(utf8_decode(bytes("\xFF", 1), &n), 0xFFFD);
	CHECK_INT(n, 0);
	CHECK_INT(utf8_encode(out, 0xD800), 3);
	CHECK(memcmp(out, UTF8_REPLACEMENT, 3) == 0);
	CHECK_INT(utf8_encode(out, 0x110000), 3);
	CHECK(memcmp(out, UTF8_REPLACEMENT, 3) == 0);
}

/* The byte c at each place of n: plain ASCII goes on, anything else stops. */
static int
copies_right(int c, size_t n)
{
	bool plain = c >= 0x20 && c < 0x7F && c != '\\' && c != '"';
	char text[40], out[40];
	int right = 0;

	for (size_t at = 0; at < n; at++) {
		size_t got;

		memset(text, 'x', n);
		text[at] = (char)c;
		got = utf8_copy_plain(out, bytes(text, n), '"');
		right += got == (plain ? n : at) && memcmp(out, text, got) == 0;
	}
	return right;
}

static void
test_copy_plain(void)
{
	int right = 0, all = 0;

	for (int c = 0; c < 256; c++)
		for (size_t n = 1; n <= 40; n++) {
			right += copies_right(c, n);
			all += (int)n;
		}
	CHECK_INT(right, all);
	CHECK_INT(utf8_copy_plain(NULL, bytes("", 0), '"'), 0);
}

int
main(void)
{
	test_every_code_point();
	test_every_short_run();
	test_what_is_refused();
	test_copy_plain();
	return test_done();
}
