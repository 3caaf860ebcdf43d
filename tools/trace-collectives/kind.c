#include "tools/trace-collectives/kind.h"

static const struct {
	const char *name;
	enum kind kind;
} names[] = {
    {"allreduce", KIND_ALLREDUCE},
    {"allreduce_coalesced", KIND_ALLREDUCE},
    {"reducescatter", KIND_REDUCESCATTER},
    {"_reduce_scatter_base", KIND_REDUCESCATTER},
    {"reduce_scatter_tensor_coalesced", KIND_REDUCESCATTER},
    {"allgather", KIND_ALLGATHER},
    {"all_gather", KIND_ALLGATHER},
    {"_allgather_base", KIND_ALLGATHER},
    {"all_gather_into_tensor_coalesced", KIND_ALLGATHER},
    {"allgather_into_tensor_coalesced", KIND_ALLGATHER},
    {"all_to_all", KIND_ALLTOALL},
    {"all_to_allv", KIND_ALLTOALLV},
    {"send", KIND_TRANSFER},
    {"recv", KIND_TRANSFER},
};

static const char *const words[] = {
    [KIND_UNKNOWN] = "",
    [KIND_ALLREDUCE] = "allreduce",
    [KIND_REDUCESCATTER] = "reducescatter",
    [KIND_ALLGATHER] = "allgather",
    [KIND_ALLTOALL] = "alltoall",
    [KIND_ALLTOALLV] = "alltoallv",
    [KIND_TRANSFER] = "transfer",
    [KIND_OTHER] = "other",
};

static const struct {
	const char *dtype;
	int64_t bytes;
} elements[] = {
    {"Float", 4},
    {"Int", 4},
    {"Long", 8},
    {"BFloat16", 2},
    {"Half", 2},
    {"Bool", 1},
    {"Byte", 1},
    {"Char", 1},
    {"Double", 8},
    {"Short", 2},
    {"Float8_e4m3fn", 1},
    {"Float8_e4m3fnuz", 1},
    {"Float8_e5m2", 1},
    {"Float8_e5m2fnuz", 1},
    {"ComplexFloat", 8},
    {"ComplexDouble", 16},
};

enum kind
kind_of(struct span name)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (span_is(name, names[i].name))
			return names[i].kind;
	return name.n ? KIND_OTHER : KIND_UNKNOWN;
}

const char *
kind_word(enum kind kind)
{
	return words[kind];
}

bool
kind_waits(enum kind kind)
{
	return kind == KIND_ALLREDUCE || kind == KIND_REDUCESCATTER ||
	    kind == KIND_ALLGATHER || kind == KIND_ALLTOALL;
}

double
kind_bus_factor(enum kind kind, int64_t ranks)
{
	double n = (double)ranks;

	if (ranks < 1 || !kind_waits(kind))
		return 0;
	return (kind == KIND_ALLREDUCE ? 2 : 1) * (n - 1) / n;
}

int64_t
dtype_bytes(struct span dtype)
{
	for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
		if (span_is(dtype, elements[i].dtype))
			return elements[i].bytes;
	return 0;
}
