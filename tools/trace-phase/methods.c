#include <ctype.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "tools/trace-phase/methods.h"

/*
 * The verdicts on n operators that came count[i] > 0 times: a decode step comes
 * once a token, a prefill step once a prompt. More often than the median is
 * decode, less often than METHODS_RARE of them prefill, and between is decode.
 * Quantiles are interpolated linearly between the counts.
 */
#define METHODS_RARE 0.15

enum { MOST_DIMS = 8 };

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

static const struct verdict nothing = {PHASE_EMPTY, "", ""};

static struct verdict
verdict(enum phase p, const char *how, const char *what)
{
	return p == PHASE_EMPTY ? nothing : (struct verdict){p, how, what};
}

/* Few tokens at once are decode, many are prefill. */
static struct verdict
by_tokens(int64_t tokens, int64_t threshold, const char *how)
{
	return tokens <= threshold
	    ? verdict(PHASE_DECODE, how, "not above the threshold")
	    : verdict(PHASE_PREFILL, how, "above the threshold");
}

static struct verdict
by_sequences(struct span name, struct span op, int64_t threshold)
{
	int64_t sum, more;
	int n = words_sequences(name, &sum) + words_sequences(op, &more);

	sum += more;
	if (n && sum == n)
		return verdict(PHASE_DECODE, "sequence length ", "1");
	if (n && sum > threshold * n)
		return verdict(
		    PHASE_PREFILL, "sequence length ", "above the threshold");
	return nothing;
}

/* After the next '[' or ',' at this depth of brackets. */
static const char *
skip_shape(const char *p, const char *end)
{
	int depth = 0;

	for (; p < end; p++) {
		if (*p == '[')
			depth++;
		else if (*p == ']' && --depth < 0)
			return end;
		else if (*p == ',' && depth == 0)
			return p + 1;
	}
	return end;
}

int
method_shape(struct span dims, int i, int64_t *dim, int most)
{
	const char *p = dims.p, *end = dims.p + dims.n;
	int n = 0;

	if (dims.n < 2 || *p++ != '[')
		return -1;
	while (i-- > 0 && p < end)
		p = skip_shape(p, end);
	if (p >= end || *p++ != '[')
		return -1;
	while (p < end && isdigit((unsigned char)*p)) {
		int64_t value = 0;

		for (; p < end && isdigit((unsigned char)*p); p++)
			if (value < INT32_MAX)
				value = 10 * value + (*p - '0');
		if (n < most)
			dim[n] = value;
		n++;
		if (p < end && *p == ',')
			p++;
	}
	return p < end && *p == ']' ? n : -1;
}

/*
 * Rows of the left matrix: the last dimension but one where a batch of matrices
 * is multiplied, else all dimensions but the last. -1: not known.
 */
static int64_t
rows_of_gemm(const struct about *a)
{
	static const char *const with_bias[] = {"addmm", "baddbmm", NULL};
	int64_t dim[MOST_DIMS], rows = 1;
	int n =
	    method_shape(a->dims, words_any(a->op, with_bias), dim, MOST_DIMS);

	if (n < 2 || n > MOST_DIMS)
		return -1;
	if (span_has(a->op, "bmm"))
		return dim[n - 2];
	for (int i = 0; i < n - 1 && rows < INT32_MAX; i++)
		rows *= dim[i];
	return rows;
}

static bool
is_gemm(struct span op)
{
	static const char *const whole[] = {"aten::mm", "aten::addmm",
	    "aten::bmm", "aten::baddbmm", "aten::_scaled_mm", "aten::linear",
	    "aten::matmul", NULL};

	return span_is_one_of(op, whole) || span_has(op, "gemm") ||
	    span_has(op, "scaled_mm");
}

int64_t
method_gemm_rows(const struct about *a)
{
	int64_t rows = is_gemm(a->op) ? rows_of_gemm(a) : 0;

	return rows > 0 ? rows : 0;
}

struct verdict
method_gemm_params(const struct about *a)
{
	static const char *const prefill[] = {"prefill", NULL};
	static const char *const decode[] = {
	    "decode", "continuous_batch", NULL};
	enum phase p =
	    phase_of(words_any(a->name, prefill) || words_any(a->op, prefill),
		words_any(a->name, decode) || words_any(a->op, decode));

	int64_t rows = method_gemm_rows(a);

	if (p != PHASE_EMPTY)
		return verdict(p, "word in a name", "");
	return rows ? by_tokens(rows, a->threshold, "GEMM's M ") : nothing;
}

struct verdict
method_kernel_names(const struct about *a)
{
	static const char *const prefill[] = {"prefill", "context", "prompt",
	    "initialization", "first_token", NULL};
	static const char *const decode[] = {"decode", "generation",
	    "autoregressive", "continuous_batch", "paged_attention", "kv_cache",
	    "reshape_and_cache", "incremental", "single_token", NULL};
	struct verdict v = by_sequences(a->name, a->op, a->threshold);

	if (v.phase != PHASE_EMPTY)
		return v;
	if (words_any_whole(a->name, prefill) ||
	    words_any_whole(a->op, prefill))
		return verdict(PHASE_PREFILL, "word in a name", "");
	if (words_any_whole(a->name, decode) || words_any_whole(a->op, decode))
		return verdict(PHASE_DECODE, "word in a name", "");
	return nothing;
}

/* How the operators of one serving framework are told, and their phases. */
struct framework {
	const char *name;
	const char *const *its;
	const char *const *decode;
	const char *const *prefill;
};

#define WORDS(...)                \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}

static const struct framework known[] = {
    {"vLLM",
	WORDS("vllm::", "paged_attention", "reshape_and_cache", "batch_decode"),
	WORDS("decode", "cache"), WORDS("prefill")},
    {"SGLang",
	WORDS("sglang::", "radix_attention", "prefix_cache", "tree_attention"),
	WORDS("decode", "cache"), WORDS("prefill")},
    {"TGI",
	WORDS("tgi::", "continuous_batch", "decode_kernel", "token_generation"),
	WORDS("decode", "generation"), WORDS("prefill", "encode")},
    {"TensorRT-LLM", WORDS("context_phase", "generation_phase", "mha_", "mlp_"),
	WORDS("generation", "decode"), WORDS("context", "prefill")}};

struct verdict
method_framework_apis(const struct about *a)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const struct framework *f = &known[i];

		if (!words_any(a->op, f->its))
			continue;
		if (words_any(a->op, f->decode))
			return verdict(PHASE_DECODE, "operator of ", f->name);
		if (words_any(a->op, f->prefill))
			return verdict(PHASE_PREFILL, "operator of ", f->name);
		return nothing;
	}
	return nothing;
}

/*
 * Queries have the shape (tokens, heads, size) or (batch, tokens, heads, size),
 * those of aten::_scaled_dot_product_... (batch, heads, tokens, size).
 */
static int
place_of_tokens(struct span op, int rank)
{
	if (rank == 3)
		return 0;
	return span_has(op, "scaled_dot_product") ? 2 : 1;
}

struct verdict
method_attention_patterns(const struct about *a)
{
	static const char *const attention[] = {
	    "attention", "attn", "sdpa", NULL};
	static const char *const decode[] = {"paged_attention", "kv_cache",
	    "reshape_and_cache", "batch_decode", "decode_attention", NULL};
	static const char *const prefill[] = {
	    "prefill_attention", "chunked_prefill", "batch_prefill", NULL};
	int64_t query[4];
	int n;

	if (!words_any(a->op, attention))
		return nothing;
	if (words_any(a->op, decode))
		return verdict(PHASE_DECODE, "attention operator", "");
	if (words_any(a->op, prefill))
		return verdict(PHASE_PREFILL, "attention operator", "");
	n = method_shape(a->dims, 0, query, 4);
	if ((n != 3 && n != 4) || method_shape(a->dims, 2, NULL, 0) < 0)
		return nothing;
	return by_tokens(query[place_of_tokens(a->op, n)], a->threshold,
	    "length of the query ");
}

static double
quantile(const int64_t *sorted, size_t n, double q)
{
	double at = q * (double)(n - 1);
	size_t low = (size_t)at;
	size_t high = low + 1 < n ? low + 1 : low;

	return (double)sorted[low] +
	    (at - (double)low) * (double)(sorted[high] - sorted[low]);
}

void
methods_frequency(const int64_t *count, size_t n, struct verdict *v)
{
	int64_t *sorted = xmalloc((n + 1) * sizeof *sorted);
	double rare, median;

	for (size_t i = 0; i < n; i++)
		sorted[i] = count[i];
	qsort(sorted, n, sizeof *sorted, numbers_compare_signed);
	rare = n ? quantile(sorted, n, METHODS_RARE) : 0;
	median = n ? quantile(sorted, n, 0.5) : 0;
	for (size_t i = 0; i < n; i++) {
		double c = (double)count[i];

		if (c > median)
			v[i] = (struct verdict){PHASE_DECODE,
			    "operator more frequent than half", ""};
		else if (c < rare)
			v[i] = (struct verdict){
			    PHASE_PREFILL, "operator rare", ""};
		else
			v[i] = (struct verdict){PHASE_DECODE,
			    "operator neither frequent nor rare", ""};
	}
	free(sorted);
}
