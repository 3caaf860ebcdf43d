/*
 * hlo - what the instructions of XLA programs take and give.
 *
 * The profile of an XLA program holds its modules, optimised as they ran: bytes
 * of a HloProto each (OpenXLA, "xla/service/hlo.proto"). An event of the GPU
 * names the instruction that it works for.
 */
#ifndef COMMON_TRACE_XPLANE_HLO_H
#define COMMON_TRACE_XPLANE_HLO_H

#include <stdint.h>

#include "common/bytes/span.h"

struct hlo;

struct hlo *hlo_new(void);
void hlo_free(struct hlo *);

/*
 * Adds a module under the number of its program. The bytes must outlive it;
 * they are read when an instruction is first asked for.
 */
void hlo_add(struct hlo *, uint64_t program, struct span bytes);

/* What there is to say of an instruction. */
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
 * What the HLO in a trace of XLA says of an event's instruction.
 *
 * The plane /host:metadata has the modules; those that do not name an
 * instruction of theirs are never read.
 */

/* Zeroed, nothing is asked for. */
struct xplane_hlo {
	struct hlo *modules; /* NULL unless a text of them is asked for */
	struct span op, module, program; /* of the event */
};

/* Finds the modules of a file, if one of the args is a text of hlo.h. */
void xplane_hlo_read(
    struct xplane_hlo *, struct span file, const struct span *args, size_t n);
void xplane_hlo_free(struct xplane_hlo *);
bool xplane_hlo_damaged(const struct xplane_hlo *);

/* An event begins; one of its stats, which must live until it is filled in. */
void xplane_hlo_begin(struct xplane_hlo *);
void xplane_hlo_note(struct xplane_hlo *, struct span name, struct span text);

/* Fills in those of the args that no stat of the event gave. */
void xplane_hlo_fill(
    struct xplane_hlo *, const struct span *args, size_t n, struct span *asked);

#endif
