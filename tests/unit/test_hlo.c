/*
 * Instructions of XLA's HLO whose texts could grow with the square of the file.
 */
#include "common/bytes/protobuf.h"
#include "common/trace/hlo.h"
#include "common/trace/hlo_module.h"
#include "tests/unit/test.h"

/* An instruction that gives a tuple of n elements bf16[2], and takes the other
 * one so many times. */
static void
put_instruction(struct protobuf *p, const char *name, uint64_t id, int n,
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
describe(struct protobuf *p, int n, int times, struct span *text)
{
	size_t module = protobuf_open(p, 1), computation;
	struct hlo *h = hlo_new();

	protobuf_bytes(p, 1, span_of("program"));
	computation = protobuf_open(p, 3);
	put_instruction(p, "large", 1, n, 0, 0);
	put_instruction(p, "op", 2, 1, 1, times);
	protobuf_close(p, computation);
	protobuf_close(p, module);
	CHECK(h && !p->failed && hlo_add(h, 1, buf_span(&p->b)) == 0);
	CHECK(hlo_texts(h, span_of(""), span_of("program"), span_of("op"),
		  text) == 1);
	return h;
}

int
main(void)
{
	struct protobuf few = {0}, many = {0};
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
	buf_free(&few.b);
	buf_free(&many.b);
	return test_done();
}
