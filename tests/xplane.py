"""xplane.py: writes a trace of XLA with the HLO of its programs, as XSpace.

Two GPUs run one step each: a matrix product in a loop of two, one with a batch and
a sum, convolutions forward and backward, attention with a causal mask and with all
operands in one, a gather whose instruction is called otherwise, a program whose
name two modules have, and a fusion with a matrix product in it.
"""
import sys

BF16, F16, F32, PRED, S8, TUPLE = 16, 10, 11, 1, 2, 13


def varint(v):
    v &= (1 << 64) - 1
    out = b""
    while v > 127:
        out += bytes([v & 127 | 128])
        v >>= 7
    return out + bytes([v])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


def packed(number, values):
    return field(number, b"".join(map(varint, values))) if values else b""


def shape(kind, dims, order=None):
    order = order if order is not None else list(range(len(dims)))[::-1]
    return field(2, kind) + packed(3, dims) + field(5, packed(1, order))


def both(*shapes):
    return field(2, TUPLE) + b"".join(field(4, s) for s in shapes)


def instruction(id, name, opcode, result, operands=(), target="", config="", labels=b"", called="",
                dot=b"", computation=0):
    m = field(1, name) + field(2, opcode) + field(3, result)
    m += field(7, field(2, called) + field(3, "/model.py") + field(4, 7)) if called else b""
    m += field(16, labels) if labels else b""
    m += field(28, target) if target else b""
    m += field(30, dot) if dot else b""
    m += field(35, id)
    m += packed(38, [computation]) if computation else b""
    m += packed(36, operands) if id % 2 else b"".join(field(36, o) for o in operands)
    return m + (field(43, config) if config else b"")


def module(name, instructions, fused=()):
    computations = field(3, field(1, "main") + b"".join(field(2, i) for i in instructions))
    if fused:
        computations += field(3, field(1, "fused") + b"".join(field(2, i) for i in fused) + field(5, 500))
    return field(1, field(1, name) + computations)


def numbers(batch_in, feature_in, space_in, out, into, space, batch_out, feature_out, space_out):
    return (field(3, into) + field(4, out) + packed(6, space) + field(7, batch_in) + field(8, feature_in)
            + field(9, batch_out) + field(10, feature_out) + packed(11, space_in) + packed(12, space_out))


def gemm(left, right, batch, beta):
    return ('{"gemm_backend_config":{"alpha_real":1,"beta":%d,"dot_dimension_numbers":{"lhs_contracting_dimensions":'
            '["%d"],"rhs_contracting_dimensions":["%d"],"lhs_batch_dimensions":[%s],"rhs_batch_dimensions":[%s]},'
            '"epilogue":"DEFAULT"}}' % (beta, left, right, batch, batch))


STEP = module("jit_step", [
    instruction(1, "p.1", "parameter", shape(BF16, [64, 32])),
    instruction(2, "p.2", "parameter", shape(BF16, [32, 16])),
    instruction(3, "p.3", "parameter", shape(F32, [4, 8, 16])),
    instruction(4, "p.4", "parameter", shape(F32, [4, 16, 2])),
    instruction(5, "p.5", "parameter", shape(F32, [4, 8, 2])),
    instruction(6, "p.6", "parameter", shape(F16, [2, 8, 5, 5])),
    instruction(7, "p.7", "parameter", shape(F16, [8, 4, 3, 3])),
    instruction(8, "p.8", "parameter", shape(F16, [2, 5, 5, 4])),
    instruction(9, "p.9", "parameter", shape(F16, [8, 3, 3, 4])),
    instruction(10, "p.10", "parameter", shape(F16, [8])),
    instruction(11, "p.11", "parameter", shape(BF16, [2, 128, 4, 64])),
    instruction(12, "p.12", "parameter", shape(BF16, [2, 128, 3, 4, 64])),
    instruction(13, "p.13", "parameter", shape(PRED, [])),
    instruction(14, "p.14", "parameter", shape(F32, [10])),
    instruction(20, "gemm.1", "custom-call", both(shape(BF16, [64, 16]), shape(S8, [4096])), [1, 2],
                "__cublas$lt$matmul", gemm(1, 0, "", 0), called="jit(step)/dot"),
    instruction(21, "gemm.2", "custom-call", both(shape(F32, [4, 8, 2], [1, 2, 0]), shape(S8, [64])), [3, 4, 5],
                "__cublas$gemm", gemm(2, 1, '"0"', 1)),
    instruction(22, "conv-back.1", "custom-call", both(shape(F16, [2, 4, 5, 5]), shape(S8, [0])), [6, 7],
                "__cudnn$convBackwardInput", "{}", numbers(0, 1, [2, 3], 0, 1, [2, 3], 0, 1, [2, 3])),
    instruction(23, "conv-bias.1", "custom-call", both(shape(F16, [2, 5, 5, 8]), shape(S8, [0])), [8, 9, 10],
                "__cudnn$convBiasActivationForward", "{}", numbers(0, 3, [1, 2], 0, 3, [1, 2], 0, 3, [1, 2])),
    instruction(24, "attention.1", "custom-call", both(shape(BF16, [2, 128, 4, 64]), shape(F32, [2, 4, 128, 1])),
                [11, 11, 11], "te_fused_attn_forward_ffi", "{mask_type = 2 : i64, qkv_layout = 0 : i64}"),
    instruction(25, "attention.2", "custom-call", both(shape(BF16, [2, 128, 3, 4, 64])), [12, 12, 12],
                "te_fused_attn_backward_ffi", "{mask_type = 0 : i64}"),
    instruction(26, "all-gather-start.5", "all-gather-start", both(shape(F32, [10]), shape(F32, [20])), [14]),
    instruction(27, "loop_add_fusion", "fusion", shape(F32, [10]), [13, 14]),
    instruction(28, "p.15", "parameter", shape(S8, [64, 32])),
    instruction(29, "gemm_fusion_dot.1", "fusion", shape(BF16, [64, 16]), [28, 2],
                config='{"fusion_backend_config":{"kind":"__triton_gemm"}}', computation=500),
], fused=[
    instruction(1, "weights", "parameter", shape(S8, [64, 32])),
    instruction(2, "values", "parameter", shape(BF16, [32, 16])),
    instruction(3, "convert.1", "convert", shape(BF16, [64, 32]), [1]),
    instruction(4, "dot.1", "dot", shape(BF16, [64, 16]), [3, 2], dot=packed(1, [1]) + packed(2, [0])),
])
PROGRAMS = {7: ("jit_step", STEP)}
for program, n in ((8, 3), (9, 5)):
    PROGRAMS[program] = ("jit_same", module("jit_same", [
        instruction(1, "p", "parameter", shape(F32, [n])), instruction(2, "neg", "negate", shape(F32, [n]), [1])]))

# name, instruction, program, module, begin and length in us, call on the host
KERNELS = [
    ("Cijk_Alik_Bljk", "gemm.1", 7, "jit_step", 100, 10, 1), ("Cijk_Alik_Bljk", "gemm.1", 7, "jit_step", 112, 20, 1),
    ("batched_gemm", "gemm.2", 7, "jit_step", 140, 5, 1), ("reduce_gemm", "gemm.2", 7, "jit_step", 146, 1, 1),
    ("to_nhwc", "conv-back.1", 7, "jit_step", 150, 2, 1), ("to_nhwc", "conv-back.1", 7, "jit_step", 153, 2, 1),
    ("dgrad", "conv-back.1", 7, "jit_step", 154, 4, 1), ("conv2d", "conv-bias.1", 7, "jit_step", 160, 8, 1),
    ("FmhaFwd", "attention.1", 7, "jit_step", 170, 16, 1), ("FmhaBwd", "attention.2", 7, "jit_step", 190, 32, 1),
    ("ncclDevKernel_AllGather", "all-gather.5", 7, "jit_step", 230, 4, 1),
    ("loop_add_fusion", "loop_add_fusion", 7, "jit_step", 236, 1, 1),
    ("neg", "neg", 8, "jit_same", 240, 1, 2), ("neg", "neg", 9, "jit_same", 242, 1, 2),
    ("neg", "neg", 0, "jit_same", 244, 1, 2), ("Memset32", "", 0, "", 250, 3, 2),
    ("gemm_fusion_dot_1", "gemm_fusion_dot.1", 7, "jit_step", 256, 2, 2),
]


def names(number, table):
    return b"".join(field(number, field(1, id) + field(2, field(1, id) + field(2, name)))
                    for name, id in table.items())


def stat(stats, name, value):
    kind = 5 if isinstance(value, str) else 4
    return field(4, field(1, stats.setdefault(name, len(stats) + 1)) + field(kind, value))


def event(events, name, begin, length, stats):
    return field(4, field(1, events.setdefault(name, len(events) + 1)) + field(2, begin * 10**6)
                 + field(3, length * 10**6) + stats)


def device(number):
    events, stats, line = {}, {}, field(1, 1) + field(2, "Stream #1(Kernel)")
    for i, (name, op, program, of, begin, length, _) in enumerate(KERNELS):
        s = stat(stats, "correlation_id", 100 * number + i + 1)
        if op:
            s += stat(stats, "hlo_op", op) + stat(stats, "hlo_module", of)
        if program:
            s += stat(stats, "program_id", program)
        line += event(events, name, begin + 3 * number, length, s)
    return field(1, number + 1) + field(2, "/device:GPU:%d" % number) + field(3, line) + names(4, events) + names(5, stats)


def host():
    events, stats, lines = {}, {}, b""
    for number in range(2):
        line = field(1, 5 + number) + field(2, "python")
        for call, begin in ((1, 10), (2, 60)):
            line += event(events, "Execute", begin + 3 * number, 45, b"")
            for i, k in enumerate(KERNELS):
                if k[6] == call:
                    line += event(events, "hipLaunchKernel", begin + 3 * number + 1 + 2 * i - 24 * (call - 1), 1,
                                  stat(stats, "correlation_id", 100 * number + i + 1))
        lines += field(3, line)
    return field(2, "/host:CPU") + lines + names(4, events) + names(5, stats)


def metadata():
    plane = field(2, "/host:metadata") + names(5, {"Hlo Proto": 1})
    for program, (name, proto) in PROGRAMS.items():
        value = field(1, program) + field(2, "%s(%d)" % (name, program)) + field(5, field(1, 1) + field(6, proto))
        plane += field(4, field(1, program) + field(2, value))
    return plane


if __name__ == "__main__":
    sys.stdout.buffer.write(b"".join(field(1, plane) for plane in (device(0), device(1), host(), metadata())))
