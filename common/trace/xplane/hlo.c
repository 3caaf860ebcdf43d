#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/memory.h"
#include "common/trace/xplane/hlo.h"
#include "common/trace/xplane/plane.h"

/*
 * Bytes of a list of operands. A few bytes of a file may name the same large
 * tuple again, so the text would grow with the square of the file.
 */
enum { LIST_MOST = 1 << 20 };

struct hlo {
	struct hlo_module *at;
	size_t n, cap;
	size_t last; /* the one that was found: events of it follow */
	struct span op, module, program; /* of the event */
};

struct hlo *
hlo_new(void)
{
	return xcalloc(1, sizeof(struct hlo));
}

void
hlo_free(struct hlo *h)
{
	if (!h)
		return;
	for (size_t i = 0; i < h->n; i++)
		hlo_module_free(&h->at[i]);
	free(h->at);
	free(h);
}

bool
hlo_damaged(const struct hlo *h)
{
	for (size_t i = 0; h && i < h->n; i++)
		if (h->at[i].damaged)
			return true;
	return false;
}

void
hlo_add(struct hlo *h, uint64_t program, struct span proto)
{
	ARRAY_PUSH(h->at, h->n, &h->cap, hlo_module_of(program, proto));
}

/* The number of a program, which is signed in some files; false: it is none. */
static bool
program_number(struct span text, uint64_t *number)
{
	bool minus = text.n && text.p[0] == '-';

	*number = 0;
	for (size_t i = minus; i < text.n; i++) {
		if (!ascii_is_digit(text.p[i]))
			return false;
		*number = *number * 10 + (uint64_t)(text.p[i] - '0');
	}
	if (minus)
		*number = -*number;
	return text.n > minus;
}

/* That of the program; else the only one of the name. */
static struct hlo_module *
find_module(struct hlo *h, struct span program, struct span name)
{
	size_t of_name = 0, found = 0;
	uint64_t number;
	bool numbered = program_number(program, &number);

	for (size_t i = 0; i < h->n; i++) {
		size_t at = (h->last + i) % h->n;

		if (!span_equal(h->at[at].name, name) ||
		    (numbered && h->at[at].program != number))
			continue;
		found = at;
		of_name++;
		if (numbered)
			break;
	}
	h->last = found;
	return of_name == 1 ? &h->at[found] : NULL;
}

typedef void put_shape(struct buf *, struct span shape);

static void
put_quoted_shape(struct buf *out, struct span shape)
{
	buf_add_text(out, "\"");
	hlo_put_shape(out, shape);
	buf_add_text(out, "\"");
}

/* A list of what `one` writes of each operand; none if one is not there, or if
 * it is beyond LIST_MOST: the cut list would be a wrong one. */
static void
put_operands(struct buf *out, const struct hlo_module *m,
    const struct hlo_instruction *i, put_shape *one)
{
	struct hlo_numbers ids = {
	    .message = i->message, .field = INSTRUCTION_OPERANDS};
	const char *before = "[";
	size_t start = out->n;
	bool whole = true;
	uint64_t id;

	while (whole && hlo_next_number(&ids, &id)) {
		const struct hlo_instruction *operand =
		    hlo_module_operand(m, i, id);

		if (operand) {
			buf_add_text(out, before);
			one(out,
			    hlo_bytes(operand->message, INSTRUCTION_SHAPE));
			before = ",";
		}
		whole = operand && out->n - start <= LIST_MOST;
	}
	if (!whole || ids.damaged)
		out->n = start;
	if (out->n > start)
		buf_add_text(out, "]");
}

/* A list, of the parts of a tuple or of one. */
static void
put_output(struct buf *out, struct span shape, put_shape *one)
{
	bool list = shape.n == 0 || hlo_is_tuple(shape);

	buf_add_text(out, list ? "" : "[");
	one(out, shape);
	buf_add_text(out, list ? "" : "]");
}

/* In the words of a GEMM's backend_config. */
static void
put_dot(struct buf *out, struct span dot)
{
	static const char *const words[] = {
	    "\"dot_dimension_numbers\":{\"lhs_contracting_dimensions\":[",
	    "],\"rhs_contracting_dimensions\":[",
	    "],\"lhs_batch_dimensions\":[", "],\"rhs_batch_dimensions\":["};

	for (uint32_t i = 0; i < 4; i++) {
		buf_add_text(out, words[i]);
		hlo_put_numbers(out, dot, i + 1);
	}
	buf_add_text(out, "]}");
}

static void
put_config(struct buf *out, struct span message)
{
	struct span config = hlo_bytes(message, INSTRUCTION_CONFIG);
	struct span dot = hlo_bytes(message, INSTRUCTION_DOT);

	buf_add_span(out, config);
	if (dot.n && config.n == 0) {
		buf_add_text(out, "{");
		put_dot(out, dot);
		buf_add_text(out, "}");
	}
}

/* The product in a fusion; nothing if it takes what is not there. A loop may
 * call one, too, but many times. */
static void
put_fused_dot(struct buf *out, const struct hlo_module *m,
    const struct hlo_instruction *i)
{
	struct span opcode = hlo_bytes(i->message, INSTRUCTION_OPCODE);
	const struct hlo_instruction *dot =
	    span_is(opcode, "fusion") ? hlo_module_called_dot(m, i) : NULL;
	size_t start = out->n, before;

	if (!dot)
		return;
	buf_add_text(out, "{\"operands\":");
	before = out->n;
	put_operands(out, m, dot, hlo_put_dims);
	if (out->n == before) {
		out->n = start;
		return;
	}
	buf_add_text(out, ",\"types\":");
	put_operands(out, m, dot, hlo_put_type);
	buf_add_text(out, ",");
	put_dot(out, hlo_bytes(dot->message, INSTRUCTION_DOT));
	buf_add_text(out, "}");
}

static void
put_field(struct buf *out, struct span message, uint32_t number)
{
	buf_add_span(out, hlo_bytes(message, number));
}

static void
put_source(struct buf *out, struct span metadata)
{
	struct span file = hlo_bytes(metadata, METADATA_FILE);
	size_t start;

	if (file.n == 0)
		return;
	BUF_ADD_ALL(out, file, span_of(":"));
	start = out->n;
	hlo_put_numbers(out, metadata, METADATA_LINE);
	out->n -= out->n == start; /* there is no line */
}

static void
put_text(struct buf *out, const struct hlo_module *m,
    const struct hlo_instruction *i, enum hlo_text which)
{
	struct span message = i->message;
	struct span shape = hlo_bytes(message, INSTRUCTION_SHAPE);
	struct span metadata = hlo_bytes(message, INSTRUCTION_METADATA);

	switch (which) {
	case HLO_INPUT_DIMS:
		put_operands(out, m, i, hlo_put_dims);
		break;
	case HLO_INPUT_TYPE:
		put_operands(out, m, i, hlo_put_type);
		break;
	case HLO_OUTPUT_DIMS:
		put_output(out, shape, hlo_put_dims);
		break;
	case HLO_OUTPUT_TYPE:
		put_output(out, shape, hlo_put_type);
		break;
	case HLO_OPCODE:
		put_field(out, message, INSTRUCTION_OPCODE);
		break;
	case HLO_TARGET:
		put_field(out, message, INSTRUCTION_TARGET);
		break;
	case HLO_CONFIG:
		put_config(out, message);
		break;
	case HLO_LABELS:
		hlo_put_labels(
		    out, hlo_bytes(message, INSTRUCTION_CONVOLUTION));
		break;
	case HLO_OPERANDS:
		put_operands(out, m, i, put_quoted_shape);
		break;
	case HLO_SHAPE:
		hlo_put_shape(out, shape);
		break;
	case HLO_OP_NAME:
		put_field(out, metadata, METADATA_OP_NAME);
		break;
	case HLO_FUSED_DOT:
		put_fused_dot(out, m, i);
		break;
	default:
		put_source(out, metadata);
		break;
	}
}

/* All texts of it; they are made once. */
static void
describe(const struct hlo_module *m, struct hlo_instruction *i)
{
	struct buf out = {0};

	i->end = xcalloc(HLO_TEXTS, sizeof *i->end);
	buf_reserve(&out, 1);
	for (int t = 0; t < HLO_TEXTS; t++) {
		put_text(&out, m, i, (enum hlo_text)t);
		i->end[t] = out.n;
	}
	i->text = out.p;
}

/* The text of that name: "Input Dims", "custom_call_target", ...; or -1. */
static int
hlo_text_named(struct span name)
{
	static const char *const names[HLO_TEXTS] = {"Input Dims", "Input type",
	    "Output Dims", "Output type", "hlo_opcode", "custom_call_target",
	    "backend_config", "dim_labels", "hlo_operands", "hlo_shape",
	    "op_name", "source", "fused_dot"};

	for (int i = 0; i < HLO_TEXTS; i++)
		if (span_is(name, names[i]))
			return i;
	return -1;
}

bool
hlo_texts(struct hlo *h, struct span program, struct span module,
    struct span name, struct span *text)
{
	struct hlo_module *m = find_module(h, program, module);
	struct hlo_instruction *i;
	size_t start = 0;

	memset(text, 0, HLO_TEXTS * sizeof *text);
	i = m ? hlo_module_find(m, name) : NULL;
	if (!i)
		return false;
	if (!i->text)
		describe(m, i);
	for (int t = 0; t < HLO_TEXTS; t++) {
		text[t] = (struct span){i->text + start, i->end[t] - start};
		start = i->end[t];
	}
	return true;
}

/* The modules of the plane are names of events: their stat has the bytes. */
static void
add_modules(struct hlo *modules, struct span plane)
{
	struct xplane_plane p = {0};
	struct protobuf_field f, g;

	xplane_plane_read(&p, plane);
	for (size_t i = 0; i < p.events.n; i++) {
		struct span message = p.events.at[i].message;

		while (protobuf_next(&message, &f)) {
			if (f.number != XNAME_STAT || f.type != PROTOBUF_BYTES)
				continue;
			while (protobuf_next(&f.bytes, &g))
				if (g.number == XSTAT_BYTES)
					hlo_add(modules, p.events.at[i].id,
					    g.bytes);
		}
	}
	xplane_plane_free(&p);
}

struct hlo *
hlo_read(struct span file, const struct span *args, size_t n)
{
	struct hlo *h = NULL;
	struct protobuf_field f;

	for (size_t i = 0; i < n && !h; i++)
		h = hlo_text_named(args[i]) < 0 ? NULL : hlo_new();
	while (h && protobuf_next(&file, &f))
		if (f.number == XSPACE_PLANE &&
		    span_starts(
			hlo_bytes(f.bytes, XPLANE_NAME), "/host:metadata"))
			add_modules(h, f.bytes);
	return h;
}

void
hlo_note(struct hlo *h, struct span name, struct span text)
{
	if (!h)
		return;
	if (span_is(name, "hlo_op"))
		h->op = text;
	else if (span_is(name, "hlo_module"))
		h->module = text;
	else if (span_is(name, "program_id"))
		h->program = text;
}

void
hlo_fill(struct hlo *h, const struct span *args, size_t n, struct span *asked)
{
	struct span text[HLO_TEXTS];
	bool found =
	    h && h->op.n && hlo_texts(h, h->program, h->module, h->op, text);

	for (size_t i = 0; found && i < n; i++) {
		int which = hlo_text_named(args[i]);

		if (which >= 0 && asked[i].n == 0)
			asked[i] = text[which];
	}
	if (h)
		h->op = h->module = h->program = (struct span){0};
}
