#include "tools/trace-tree/frame_name.h"
#include "common/bytes/ascii.h"

#define MODULE "nn.Module: "

static const char *const wrapper_starts[] = {
    "<built-in", "pybind11_builtins", "nn.Module:", NULL};

static const char *const wrapper_files[] = {"torch/_ops.py",
    "torch/nn/modules/module.py", "torch/utils/_contextlib.py",
    "torch/utils/_device.py", "torch/_tensor.py", "torch/functional.py",
    "torch/overrides.py", "torch/_inductor/", "torch/_functorch/",
    "torch/distributed/c10d_logger.py", "triton/backends/", NULL};

bool
frame_is_module(struct span name)
{
	return span_starts(name, MODULE);
}

struct span
frame_module(struct span name)
{
	return span_cut(name, strlen(MODULE), name.n);
}

struct span
frame_class(struct span name)
{
	return frame_is_module(name) ? ascii_unnumbered(name, "_") : name;
}

bool
frame_is_shown(struct span name)
{
	return span_has(name, "nn.Module") || span_has(name, "::") ||
	    span_has(name, "/");
}

bool
frame_is_python(struct span name)
{
	return span_has(name, ".py");
}

/* The name behind "): "; empty without it. */
static struct span
function_of(struct span name)
{
	return span_has(name, "): ") ? span_trim(span_after_last(name, ": "))
				     : (struct span){"", 0};
}

bool
frame_is_wrapper(struct span name)
{
	for (size_t i = 0; wrapper_starts[i]; i++)
		if (span_starts(name, wrapper_starts[i]))
			return true;
	for (size_t i = 0; wrapper_files[i]; i++)
		if (span_has(name, wrapper_files[i]))
			return true;
	return span_is_among(function_of(name),
	    "__torch_function__ _call_impl _wrapped_call_impl decorate_context "
	    "dispatch_wrapper handle_torch_function wrapper custom_wrapper "
	    "wrapper_custom outer_wrapper");
}

bool
frame_implements(struct span name, struct span op)
{
	struct span local = span_after_last(op, "::");

	return frame_is_python(name) && local.n &&
	    ascii_has(function_of(name), local);
}
