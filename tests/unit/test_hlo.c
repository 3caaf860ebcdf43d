/*
 * Instructions of XLA's HLO: texts that could grow with the square of the file,
 * shapes of many dimensions.
 */
#include "common/bytes/protobuf.h"
#include "common/trace/xplane/hlo.h"
#include "tests/unit/test.h"

/* An instruction that gives a tuple of n elements bf16[2], and takes the other
 * one `times` times. */
static void
put_instruction(struct buf *p, const char *name, uint64_t id, int n,
    uint64_t operand, int times)
{
	size_t at = protobuf_open(p, 2), shape, part;

	protobuf_bytes(p, INSTRUCTION_NAME, span_of(name));
	protobuf_bytes(p, INSTRUCTION_OPCODE, span_of("fusion"));
	shape = protobuf_open(p, INSTRUCTION_SHAPE);
	protobuf_integer(p, 2, 13);
	for (int i = 0; i < n; i++) {
		part = protobuf_open(p, 4);
		protobuf_integer(p, 2, 16);
		protobuf_integer(p, 3, 2);
		protobuf_close(p, part);
	}
	protobuf_close(p, shape);
	protobuf_integer(p, INSTRUCTION_ID, id);
	for (int i = 0; i < times; i++)
		protobuf_integer(p, INSTRUCTION_OPERANDS, operand);
	protobuf_close(p, at);
}

/* The texts of an instruction that takes a tuple of n elements `times` times.
 */
static struct hlo *
describe(struct buf *p, int n, int times, struct span *text)
{
	size_t module = protobuf_open(p, 1), computation;
	struct hlo *h = hlo_new();

	protobuf_bytes(p, 1, span_of("program"));
	protobuf_integer(p, 1, 5); /* of another type: passed over */
	computation = protobuf_open(p, 3);
	put_instruction(p, "large", 1, n, 0, 0);
	put_instruction(p, "op", 2, 1, 1, times);
	protobuf_close(p, computation);
	protobuf_close(p, module);
	hlo_add(h, 1, buf_span(p));
	CHECK(
	    hlo_texts(h, span_of(""), span_of("program"), span_of("op"), text));
	return h;
}

/* A tensor of n dimensions, or an instruction that takes it. */
static void
put_tensor(struct buf *p, const char *name, uint64_t id, int dimensions,
    uint64_t operand)
{
	size_t at = protobuf_open(p, 2), shape;

	protobuf_bytes(p, INSTRUCTION_NAME, span_of(name));
	shape = protobuf_open(p, INSTRUCTION_SHAPE);
	protobuf_integer(p, 2, 16);
	for (int i = 0; i < dimensions; i++)
		protobuf_integer(p, 3, (uint64_t)i + 1);
	protobuf_close(p, shape);
	protobuf_integer(p, INSTRUCTION_ID, id);
	if (operand)
		protobuf_integer(p, INSTRUCTION_OPERANDS, operand);
	protobuf_close(p, at);
}

/* All dimensions are printed; numbers of operands may be lower halves. */
static void
check_dimensions(void)
{
	const uint64_t high = UINT64_C(5) << 32;
	struct buf p = {0};
	size_t module = protobuf_open(&p, 1), computation;
	struct span text[HLO_TEXTS];
	struct hlo *h = hlo_new();

	protobuf_bytes(&p, 1, span_of("program"));
	computation = protobuf_open(&p, 3);
	put_tensor(&p, "many", high | 1, 20, 0);
	put_tensor(&p, "op", high | 2, 0, 1);
	put_tensor(&p, "other", high | 3, 0, 9);
	protobuf_close(&p, computation);
	protobuf_close(&p, module);
	hlo_add(h, 1, buf_span(&p));
	CHECK(
	    hlo_texts(h, span_of(""), span_of("program"), span_of("op"), text));
	CHECK(span_is(text[HLO_OPERANDS],
	    "[\"bf16[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]\"]"));
	CHECK(span_is(text[HLO_INPUT_DIMS],
	    "[[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]]"));
	CHECK(span_is(text[HLO_SHAPE], "bf16[]"));
	CHECK(hlo_texts(
	    h, span_of(""), span_of("program"), span_of("other"), text));
	CHECK(
	    text[HLO_INPUT_DIMS].n == 0 && span_is(text[HLO_SHAPE], "bf16[]"));
	hlo_free(h);
	buf_free(&p);
}

/* A computation with this many products of its parameters. */
static void
put_products(struct buf *p, uint64_t id, uint64_t products)
{
	size_t computation = protobuf_open(p, 3), at, dot;

	put_tensor(p, "left", 1, 1, 0);
	for (uint64_t i = 0; i < products; i++) {
		at = protobuf_open(p, 2);
		protobuf_bytes(p, INSTRUCTION_OPCODE, span_of("dot"));
		dot = protobuf_open(p, INSTRUCTION_DOT);
		protobuf_integer(p, 1, 0);
		protobuf_integer(p, 2, 0);
		protobuf_close(p, dot);
		protobuf_integer(p, INSTRUCTION_ID, 10 + i);
		protobuf_integer(p, INSTRUCTION_OPERANDS, 1);
		protobuf_integer(p, INSTRUCTION_OPERANDS, 1);
		protobuf_close(p, at);
	}
	protobuf_integer(p, 5, id);
	protobuf_close(p, computation);
}

/* A call of that computation, under that name. */
static void
put_call(struct buf *p, const char *name, uint64_t called)
{
	size_t at = protobuf_open(p, 2);

	protobuf_bytes(p, INSTRUCTION_NAME, span_of(name));
	protobuf_bytes(p, INSTRUCTION_OPCODE,
	    span_of(strcmp(name, "loop") == 0 ? "while" : "fusion"));
	protobuf_integer(p, INSTRUCTION_ID, called);
	protobuf_integer(p, INSTRUCTION_CALLED, called);
	protobuf_close(p, at);
}

/* The only product in what a fusion calls; of two, and in two depths, none. */
static void
check_fused(void)
{
	static const char expected[] =
	    "{\"operands\":[[1],[1]],\"types\":[\"bf16\",\"bf16\"],"
	    "\"dot_dimension_numbers\":{\"lhs_contracting_dimensions\":[0],"
	    "\"rhs_contracting_dimensions\":[0],\"lhs_batch_dimensions\":[],"
	    "\"rhs_batch_dimensions\":[]}}";
	static const char *const names[] = {
	    "none", "one", "two", "inner", "loop"};
	struct buf p = {0};
	size_t module = protobuf_open(&p, 1), computation;
	struct span text[HLO_TEXTS];
	struct hlo *h = hlo_new();

	protobuf_bytes(&p, 1, span_of("program"));
	for (uint64_t n = 0; n < 3; n++)
		put_products(&p, 100 + n, n);
	computation = protobuf_open(&p, 3);
	put_call(&p, "nested", 101);
	protobuf_integer(&p, 5, 103);
	protobuf_close(&p, computation);
	computation = protobuf_open(&p, 3);
	for (uint64_t n = 0; n < 4; n++)
		put_call(&p, names[n], 100 + n);
	put_call(&p, "loop", 101);
	protobuf_close(&p, computation);
	protobuf_close(&p, module);
	hlo_add(h, 1, buf_span(&p));
	for (uint64_t n = 0; n < 5; n++) {
		CHECK(hlo_texts(h, span_of(""), span_of("program"),
		    span_of(names[n]), text));
		CHECK(span_is(text[HLO_FUSED_DOT], n == 1 ? expected : ""));
	}
	hlo_free(h);
	buf_free(&p);
}

int
main(void)
{
	struct buf few = {0}, many = {0};
	struct span text[HLO_TEXTS];
	struct hlo *h = describe(&few, 2, 2, text);

	CHECK(span_is(text[HLO_OPERANDS],
	    "[\"(bf16[2], bf16[2])\",\"(bf16[2], bf16[2])\"]"));
	CHECK(span_is(text[HLO_INPUT_DIMS], "[[[2],[2]],[[2],[2]]]"));
	hlo_free(h);
	h = describe(&many, 2000, 2000, text);
	CHECK(text[HLO_OPERANDS].n == 0 && text[HLO_INPUT_DIMS].n == 0);
	CHECK(span_is(text[HLO_OPCODE], "fusion"));
	CHECK(span_is(text[HLO_SHAPE], "(bf16[2])"));
	hlo_free(h);
	buf_free(&few);
	buf_free(&many);
	check_dimensions();
	check_fused();
	return test_done();
}
