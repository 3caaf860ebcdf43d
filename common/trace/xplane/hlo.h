/*
 * hlo - operands and results of the instructions of XLA programs.
 *
 * The profile of an XLA program holds its modules, optimised as they ran: bytes
 * of a HloProto each (OpenXLA, "xla/service/hlo.proto"). An event of the GPU
 * names the instruction that it works for.
 */
#pragma once

#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/protobuf.h"

/*
 * A module of XLA's HLO: its instructions by name, and those that
 * they take.
 */

/* Field numbers of HloInstructionProto and of its OpMetadata. */
enum {
	INSTRUCTION_NAME = 1,
	INSTRUCTION_OPCODE = 2,
	INSTRUCTION_SHAPE = 3,
	INSTRUCTION_METADATA = 7,
	INSTRUCTION_CONVOLUTION = 16,
	INSTRUCTION_TARGET = 28,
	INSTRUCTION_DOT = 30,
	INSTRUCTION_ID = 35,
	INSTRUCTION_OPERANDS = 36,
	INSTRUCTION_CALLED = 38,
	INSTRUCTION_CONFIG = 43,
	METADATA_OP_NAME = 2,
	METADATA_FILE = 3,
	METADATA_LINE = 4
};

struct hlo_instruction {
	uint64_t computation, id;
	uint64_t called; /* the last computation that it calls; 0: none */
	struct span name, message;
	char *text; /* all texts of hlo.h, once they were asked for */
	size_t *end;
};

/* The matrix products of a computation: they tell which a fusion is. */
struct hlo_computation {
	uint64_t id, number; /* by the file, and from 1 as they stand there */
	size_t dots;         /* products in it; the last one: */
	uint64_t dot;
	bool inner; /* there are more in those that it calls */
};

struct hlo_module {
	uint64_t program;
	struct span name, bytes;
	bool read, damaged;
	struct hlo_instruction *at; /* in the order of computation and id */
	size_t n, cap;
	struct hlo_instruction **by_name;
	struct hlo_computation *computation; /* as they stand in the file */
	struct hlo_computation **by_id;
	size_t computations, computations_cap;
};

/* The bytes of a field, the last of that number; empty if there is none. */
struct span hlo_bytes(struct span message, uint32_t field);

/* The module of a HloProto, which must outlive it. */
struct hlo_module hlo_module_of(uint64_t program, struct span proto);
void hlo_module_free(struct hlo_module *);

/*
 * The instruction of that name, or NULL; it reads the module first, as far as
 * it is whole.
 */
struct hlo_instruction *hlo_module_find(struct hlo_module *, struct span name);

/* The operand of that number of an instruction, or NULL. */
const struct hlo_instruction *hlo_module_operand(
    const struct hlo_module *, const struct hlo_instruction *by, uint64_t id);

/*
 * The matrix product that an instruction calls, as a fusion does. NULL: it
 * calls none, or several.
 */
const struct hlo_instruction *hlo_module_called_dot(
    const struct hlo_module *, const struct hlo_instruction *);

/* A field of whole numbers, packed or one by one, while it is read. */
struct hlo_numbers {
	struct span message; /* what is to come, behind: */
	struct protobuf_field of;
	uint32_t field;
	bool damaged; /* packed ones are cut off */
};

/* The next number: false after the last. */
bool hlo_next_number(struct hlo_numbers *, uint64_t *);

/*
 * Shapes of XLA's HLO as text, from the messages of xla_data.proto
 * (OpenXLA).
 *
 * All but hlo_is_tuple append to the buffer.
 */

enum { HLO_TUPLES = 8 }; /* within each other; deeper ones are left out */

/* All numbers of a message's field: 2,3,4. */
void hlo_put_numbers(struct buf *, struct span message, uint32_t field);

/* As HLO writes it: bf16[2,3]{1,0}, and a tuple (bf16[2]{0}, u8[8]{0}). */
void hlo_put_shape(struct buf *, struct span shape);

/* JSON: [2,3], and of a tuple a list of those; "bf16", and a list of those. */
void hlo_put_dims(struct buf *, struct span shape);
void hlo_put_type(struct buf *, struct span shape);

/* Is it a tuple? */
bool hlo_is_tuple(struct span shape);

/*
 * Which dimension of a convolution is what, as HLO writes it: bf01_oi01->bf01,
 * from ConvolutionDimensionNumbers; nothing if they contradict each other.
 */
void hlo_put_labels(struct buf *, struct span numbers);

struct hlo;

struct hlo *hlo_new(void);
void hlo_free(struct hlo *);

/*
 * Adds a module under the number of its program. The bytes must outlive it;
 * they are read when an instruction is first asked for.
 */
void hlo_add(struct hlo *, uint64_t program, struct span bytes);

/* The texts about an instruction. */
enum hlo_text {
	HLO_INPUT_DIMS,  /* [[2,3],[3,4]]: the shapes of its operands */
	HLO_INPUT_TYPE,  /* ["bf16","bf16"] */
	HLO_OUTPUT_DIMS, /* of what it gives; of a tuple, of each part */
	HLO_OUTPUT_TYPE,
	HLO_OPCODE,
	HLO_TARGET,    /* of a custom call: custom_call_target */
	HLO_CONFIG,    /* backend_config; of a dot, which dimensions it takes */
	HLO_LABELS,    /* of a convolution: bf01_oi01->bf01 */
	HLO_OPERANDS,  /* ["bf16[2,3]{1,0}","bf16[3,4]{1,0}"] */
	HLO_SHAPE,     /* what it gives: bf16[2,4]{1,0} */
	HLO_OP_NAME,   /* what the user's program calls it */
	HLO_SOURCE,    /* file:line of it */
	HLO_FUSED_DOT, /* of a fusion: the matrix product in it, as JSON */
	HLO_TEXTS
};

/*
 * The product is {"operands":[[2,3],[3,4]],"types":["bf16","bf16"],
 * "dot_dimension_numbers":{...}}, with the dimensions as in HLO_CONFIG.
 */

/*
 * Puts the texts of an instruction into text[HLO_TEXTS], empty where there is
 * nothing; they are valid until hlo_free. The program's number, as text,
 * decides between modules of the same name; without it, nothing is said of
 * these. A list of operands beyond a MiB is left out. False: there is no such
 * instruction.
 */
bool hlo_texts(struct hlo *, struct span program, struct span module,
    struct span instruction, struct span *text);

/*
 * The HLO of an event's instruction, in a trace of XLA; NULL: nothing of it is
 * asked for.
 *
 * The plane /host:metadata has the modules; those that do not name an
 * instruction of theirs are never read.
 */

/* The modules of a file, if one of the args is a text of them, or NULL. */
struct hlo *hlo_read(struct span file, const struct span *args, size_t n);

/* Has a module been found that cannot be read to its end? */
bool hlo_damaged(const struct hlo *);

/* One of an event's stats, which must live until it is filled in. */
void hlo_note(struct hlo *, struct span name, struct span text);

/*
 * Fills in those of the args that no stat of the event gave. What comes is of
 * another event.
 */
void hlo_fill(
    struct hlo *, const struct span *args, size_t n, struct span *asked);
