#include "tools/trace-phase/options.h"

const char *const method_names[METHODS] = {
    [METHOD_BEST] = "",
    [METHOD_ANNOTATION] = "annotation",
    [METHOD_ATTENTION_PATTERNS] = "attention_patterns",
    [METHOD_FRAMEWORK_APIS] = "framework_apis",
    [METHOD_GEMM_PARAMS] = "gemm_params",
    [METHOD_HYBRID] = "hybrid",
    [METHOD_KERNEL_NAMES] = "kernel_names",
    [METHOD_OPERATION_FREQUENCY] = "operation_frequency",
    [METHOD_REPETITION] = "repetition",
};
