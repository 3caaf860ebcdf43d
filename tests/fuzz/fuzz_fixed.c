/*
 * Any bytes as a number: a time that is read is printed, and read again the
 * same; a sign turns it round, and a zero behind its decimals changes nothing.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/number.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
must_print_as_read(int64_t ns)
{
	char text[FIXED_MAX];
	int64_t again;

	if (fixed_parse_us(
		(struct span){text, fixed_print_us(text, ns)}, &again) ||
	    again != ns)
		abort();
	if (fixed_parse_int(
		(struct span){text, fixed_print_int(text, ns)}, &again) ||
	    again != ns)
		abort();
}

/* A usual text is as printed, byte for byte, and means the same. */
static void
must_be_usual(struct span s, int64_t ns)
{
	char text[FIXED_MAX];
	struct span printed = {text, fixed_print_us(text, ns)};
	int64_t again = ns;
	bool usual = span_equal(s, printed) && ns < 1000000000000000000;

	if (fixed_parse_usual(s, &again) != usual || again != ns)
		abort();
}

static int64_t
must_read(const struct buf *b)
{
	int64_t ns;

	if (fixed_parse_us(buf_span(b), &ns))
		abort();
	return ns;
}

static void
must_have_neighbours(struct span s, int64_t ns)
{
	bool decimals = memchr(s.p, '.', s.n) && !memchr(s.p, 'e', s.n) &&
	    !memchr(s.p, 'E', s.n);
	struct buf b = {0};

	if (*s.p != '-' && *s.p != '+') {
		buf_add(&b, "-", 1);
		buf_add(&b, s.p, s.n);
		if (must_read(&b) != -ns)
			abort();
	}
	b.n = 0;
	buf_add(&b, s.p, s.n);
	buf_add(&b, "0", 1);
	if (decimals && must_read(&b) != ns)
		abort();
	buf_free(&b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span s = {(const char *)data, size};
	int64_t ns, whole, exact;

	if (size == sizeof ns) {
		memcpy(&ns, data, sizeof ns);
		must_print_as_read(ns);
	}
	if (fixed_parse_us(s, &ns) == 0) {
		must_print_as_read(ns);
		if (ns >= 0)
			must_be_usual(s, ns);
		must_have_neighbours(s, ns);
	}
	if (fixed_parse_int(s, &whole) == 0 &&
	    !__builtin_mul_overflow(whole, 1000, &exact) &&
	    (fixed_parse_us(s, &ns) || ns != exact))
		abort();
	(void)number_is(s);
	return 0;
}
