/* protobuf: the examples of its documentation, and long messages. */
#include "common/bytes/protobuf.h"
#include "tests/unit/test.h"

static bool
is(struct buf *m, const char *bytes, size_t n)
{
	bool same = span_equal(buf_span(m), (struct span){bytes, n});

	m->n = 0;
	return same;
}

/* Fields as they come, also padded; what is no field. */
static void
test_reading(void)
{
	struct span m = {"\x08\x96\x81\x80\x00\x12\x01x\x1d\x02\x00\x00\x00\x21"
			 "\x01\x00\x00\x00\x00\x00\x00\x80",
	    22};
	struct protobuf_field f;

	CHECK(protobuf_next(&m, &f) && f.number == 1 && f.value == 150);
	CHECK(protobuf_next(&m, &f) && f.number == 2 && span_is(f.bytes, "x"));
	CHECK(protobuf_next(&m, &f) && f.number == 3 && f.value == 2);
	CHECK(protobuf_next(&m, &f) && f.number == 4 &&
	    f.value == 0x8000000000000001);
	CHECK(!protobuf_next(&m, &f) && m.n == 0);
	m = (struct span){"\x12\x81\x00x\x08\xff\x7f", 7};
	CHECK(protobuf_next(&m, &f) && span_is(f.bytes, "x"));
	CHECK(protobuf_next(&m, &f) && f.number == 1 && f.value == 16383);
	CHECK(!protobuf_next(&m, &f) && m.n == 0);
	m = (struct span){"\x08\x80", 2};
	CHECK(
	    !protobuf_next(&m, &f) && m.n); /* a value of two bytes, cut off */
	m = (struct span){"\x12\x82\x00x", 4};
	CHECK(!protobuf_next(&m, &f) && m.n);
	m = (struct span){"\x12\x02x", 3};
	CHECK(!protobuf_next(&m, &f) && m.n); /* longer than the message */
	m = (struct span){"\x0b", 1};
	CHECK(!protobuf_next(&m, &f) && m.n); /* a group */
	m = (struct span){"\x00\x01", 2};
	CHECK(!protobuf_next(&m, &f) && m.n); /* there is no field 0 */
	m = (struct span){
	    "\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 12};
	CHECK(!protobuf_next(&m, &f) && m.n); /* eleven bytes */
	m = (struct span){"\x21\x01", 2};
	CHECK(!protobuf_next(&m, &f) && m.n);
}

/* Numbers of each length, written and read, at the end of the bytes or not. */
static void
test_varints(void)
{
	bool good = true;

	for (int bit = 0; bit < 64; bit++)
		for (int behind = 0; behind < 12; behind++) {
			uint64_t v = UINT64_C(0xd1b54a32d192ed03) >> bit, got;
			struct buf m = {0};
			struct span s;

			protobuf_integer(&m, 1, v);
			buf_add_span(&m,
			    (struct span){"\xff\xff\xff\xff\xff\xff\xff\xff"
					  "\xff\xff\xff",
				(size_t)behind});
			s = span_cut(buf_span(&m), 1, m.n);
			good = good && protobuf_varint(&s, &got) && got == v &&
			    s.n == (size_t)behind;
			buf_free(&m);
		}
	CHECK(good);
}

/* Writes a number in n bytes, with bits that say nothing at its end. */
static void
put_padded(struct buf *m, uint64_t v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char byte = (char)(i + 1 < n ? v | 0x80 : v & 0x7f);

		buf_add_span(m, (struct span){&byte, 1});
		v >>= 7;
	}
}

/* Reads a field: is it that value, or `value` bytes, and nothing behind? */
static bool
reads(struct buf *m, uint32_t number, uint64_t value, bool bytes)
{
	struct span s = buf_span(m);
	struct protobuf_field f;
	bool good = protobuf_next(&s, &f) && f.number == number &&
	    f.value == (bytes ? 0 : value) && f.bytes.n == (bytes ? value : 0);

	m->n = 0;
	return good && s.n < 24 && (s.n == 0 || s.p[0] == 'x');
}

/* Tags, values and lengths in more bytes than they need, at any distance from
 * the end of the message. */
static void
test_padding(void)
{
	struct buf m = {0};
	bool good = true;

	for (size_t tag = 1; tag < 6; tag++)
		for (size_t n = 1; n <= PROTOBUF_VARINT_MAX; n++)
			for (size_t behind = 0; behind < 24; behind++) {
				put_padded(&m, 7 << 3, tag);
				put_padded(&m, 5, n);
				for (size_t i = 0; i < behind; i++)
					buf_add_span(&m, span_of("x"));
				good = good && reads(&m, 7, 5, false);
				put_padded(&m, 7 << 3 | PROTOBUF_BYTES, tag);
				put_padded(&m, 5, n);
				for (size_t i = 0; i < 5 + behind; i++)
					buf_add_span(&m, span_of("x"));
				good = good && reads(&m, 7, 5, true);
			}
	CHECK(good);
	buf_free(&m);
}

int
main(void)
{
	struct buf m = {0};
	char many[300] = {0};
	size_t outer, inner;

	protobuf_integer(&m, 1, 150);
	CHECK(is(&m, "\x08\x96\x01", 3));
	protobuf_integer(&m, 1, 0);
	CHECK(is(&m, "\x08\x00", 2));
	protobuf_integer(&m, 1, (uint64_t)-2);
	CHECK(is(&m, "\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11));
	protobuf_bytes(&m, 2, span_of("testing"));
	CHECK(is(&m, "\x12\x07testing", 9));
	protobuf_fixed64(&m, 47, 0x0102030405060708);
	CHECK(is(&m, "\xf9\x02\x08\x07\x06\x05\x04\x03\x02\x01", 10));
	protobuf_double(&m, 5, 1.5);
	CHECK(is(&m, "\x29\x00\x00\x00\x00\x00\x00\xf8\x3f", 9));

	outer = protobuf_open(&m, 3);
	protobuf_integer(&m, 1, 150);
	protobuf_close(&m, outer);
	CHECK(is(&m, "\x1a\x03\x08\x96\x01", 5));
	outer = protobuf_open(&m, 3);
	protobuf_close(&m, outer);
	CHECK(is(&m, "\x1a\x00", 2));

	/* lengths of more than one byte, each beginning where it should */
	outer = protobuf_open(&m, 1);
	inner = protobuf_open(&m, 2);
	buf_add_span(&m, (struct span){many, sizeof many});
	protobuf_close(&m, inner);
	protobuf_integer(&m, 3, 7);
	protobuf_close(&m, outer);
	CHECK_INT(m.n, 3 + 3 + sizeof many + 2);
	CHECK(memcmp(m.p, "\x0a\xb1\x02\x12\xac\x02\x00", 7) == 0);
	CHECK(memcmp(m.p + m.n - 3, "\x00\x18\x07", 3) == 0);
	buf_free(&m);
	test_reading();
	test_varints();
	test_padding();
	return test_done();
}
