#include "common/meaning/short_name.h"
#include "common/bytes/ascii.h"
#include "common/meaning/kernel_name.h"

enum {
	HEAD = 40, /* what is kept of the start of a long flat name, ... */
	TAIL = 12, /* ... and at least of its end, where a number tells it */
	TYPES = 2, /* words for data types in names of Tensile */
};

/* A word with sizes: 128x64, MT192x16x128, tilesize64x64x64, bt32x64x32. */
static bool
is_tile(struct span word)
{
	size_t i = 0, start;

	while (i < word.n && !ascii_is_digit(word.p[i]))
		i++;
	for (start = i; i < word.n && ascii_is_digit(word.p[i]); i++)
		;
	return i > start && i + 1 < word.n && word.p[i] == 'x' &&
	    ascii_is_digit(word.p[i + 1]);
}

/* The end of the word that begins at i. */
static size_t
word_end(struct span s, size_t i)
{
	const char *end = i < s.n ? memchr(s.p + i, '_', s.n - i) : NULL;

	return end ? (size_t)(end - s.p) : s.n;
}

/* The first word with sizes, or none. */
static struct span
find_tile(struct span s)
{
	for (size_t i = 0, end; i < s.n; i = end + 1) {
		end = word_end(s, i);
		if (is_tile(span_cut(s, i, end)))
			return span_cut(s, i, end);
	}
	return (struct span){0};
}

/* As many whole words as fit into HEAD, or as much of the first. */
static struct span
head_of(struct span s)
{
	size_t end = 0;

	if (s.n <= HEAD)
		return s;
	for (size_t i = 0; i <= HEAD; i = end + 1) {
		size_t next = word_end(s, i);

		if (next > HEAD)
			break;
		end = next;
	}
	if (end < HEAD / 2)
		end = HEAD;
	while (end > 0 && ((unsigned char)s.p[end] & 0xC0) == 0x80)
		end--;
	return span_cut(s, 0, end);
}

/* The last words, TAIL long or a little more. */
static struct span
tail_of(struct span s)
{
	size_t start = s.n - TAIL, least = start - TAIL;

	while (start > least && s.p[start - 1] != '_')
		start--;
	if (start == least)
		start = s.n - TAIL;
	while (start < s.n && ((unsigned char)s.p[start] & 0xC0) == 0x80)
		start++;
	return span_cut(s, start, s.n);
}

static void
add_with_tile(struct span head, struct span tile, struct buf *out)
{
	if (span_starts(tile, "tilesize"))
		tile = span_cut(tile, strlen("tilesize"), tile.n);
	while (head.n && head.p[head.n - 1] == '_')
		head.n--;
	BUF_ADD_ALL(out, head, span_of(" "), head_of(tile));
}

/* A flat name: what stands before the tile, and the tile. */
static void
add_flat(struct span s, struct buf *out)
{
	struct span tile;

	if (s.n <= SHORT_NAME_MAX) {
		buf_add_span(out, s);
		return;
	}
	tile = find_tile(s);
	if (tile.n && tile.p > s.p + HEAD / 5) {
		add_with_tile(
		    head_of(span_cut(s, 0, (size_t)(tile.p - s.p))), tile, out);
		return;
	}
	BUF_ADD_ALL(out, head_of(s), span_of(".."), tail_of(s));
}

/*
 * Tensile: Cijk, the indices of A and B, at most TYPES words for data types,
 * and the macro tile.
 */
static void
add_tensile(struct span s, struct buf *out)
{
	struct span tile = find_tile(s);
	size_t end = 0;

	if (tile.n == 0) {
		add_flat(s, out);
		return;
	}
	for (size_t words = 0, i = 0; i < s.n; i = end + 1, words++) {
		size_t next = word_end(s, i);

		if (words > TYPES + 2 || (words > 2 && next - i > 3))
			break;
		end = next;
	}
	add_with_tile(head_of(span_cut(s, 0, end)), tile, out);
}

/* Functions of a library that only run the kernel that is their argument. */
static bool
is_generic(struct span name)
{
	return span_starts(name, "enable_sm") ||
	    span_is_among(name,
		"Kernel Kernel2 kernel device_kernel kentry kernel_entry");
}

/* Functions and functors that apply another one, which says what is done. */
static bool
is_applier(struct span name)
{
	static const char *const starts[] = {
	    "BinaryOp", "UnaryOp", "PointwiseOp", "TernaryOp", NULL};

	for (const char *const *s = starts; *s; s++)
		if (span_starts(name, *s))
			return true;
	return span_has(name, "elementwise_kernel") ||
	    span_is_among(name,
		"AUnaryFunctor BUnaryFunctor BinaryFunctor ReduceOp "
		"act_and_mul_kernel cpy_scalar cpy_scalar_contiguous "
		"func_wrapper_t gpu_index_kernel gpu_kernel_impl "
		"gpu_kernel_impl_nocast k_bin_bcast "
		"multi_tensor_apply_kernel reduce_kernel "
		"unary_gated_op_kernel unary_op_kernel");
}

/* Templates of ATen that hold what the kernel needs but not what it does. */
static bool
is_container(struct span name)
{
	return span_is_among(name,
	    "void true false auto Array array "
	    "TrivialOffsetCalculator OffsetCalculator "
	    "TensorListMetadata TensorListScalarListMetadata "
	    "FusedOptimizerTensorListMetadata");
}

/* The first argument that says what is done, or NULL. */
static const struct name_part *
find_applied(const struct name_parts *k)
{
	for (size_t i = 0; i < k->n; i++) {
		const struct name_part *p = &k->part[i];

		if (p->argument && !p->scope && !p->number &&
		    !name_part_is_type(p) && !is_container(p->text) &&
		    !is_applier(p->text) && !is_generic(p->text))
			return p;
	}
	return NULL;
}

/* The last part of the function's own name, and the one before it. */
static const struct name_part *
find_function(const struct name_parts *k, const struct name_part **scope)
{
	const struct name_part *last = NULL;

	*scope = NULL;
	for (size_t i = 0; i < k->n; i++) {
		if (k->part[i].argument)
			continue;
		*scope = last;
		last = &k->part[i];
	}
	return last;
}

/* A function of ATen that applies another, without the word kernel. */
static void
add_applier(struct span name, struct buf *out)
{
	static const char word[] = "_kernel";
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= name.n; i++)
		if (memcmp(name.p + i, word, n) == 0) {
			add_flat(span_cut(name, 0, i), out);
			add_flat(span_cut(name, i + n, name.n), out);
			return;
		}
	add_flat(name, out);
}

/* A functor without the words that only say that it is one. */
static void
add_functor(struct span s, struct buf *out)
{
	static const char *const ends[] = {"_kernel_cuda", "_cuda_kernel",
	    "_kernel_impl", "_cuda_out", "CUDAKernelImpl", "_kernel", "Functor",
	    "Ops", NULL};
	static const char *const starts[] = {
	    "CUDAFunctor_", "CUDAFunctor", "op_", NULL};

	for (const char *const *e = starts; *e; e++)
		if (span_starts(s, *e) && s.n > strlen(*e)) {
			s = span_cut(s, strlen(*e), s.n);
			break;
		}
	for (const char *const *e = ends; *e; e++)
		if (span_ends(s, *e) && s.n > strlen(*e)) {
			s.n -= strlen(*e);
			break;
		}
	add_flat(s, out);
}

/* kernel alone says nothing: gemvx::kernel. */
static void
add_generic(const struct name_part *scope, struct span name, struct buf *out)
{
	if (scope) {
		add_flat(scope->text, out);
		buf_add(out, "::", 2);
	}
	add_flat(name, out);
}

static void
add_function(const struct name_parts *k, struct buf *out)
{
	const struct name_part *scope, *function = find_function(k, &scope);
	const struct name_part *applied = find_applied(k);
	struct span name = function->text;

	if (is_applier(name)) {
		add_applier(name, out);
		if (!applied)
			return;
		buf_add(out, " ", 1);
		add_functor(applied->text, out);
		return;
	}
	if (!is_generic(name)) {
		add_flat(name, out);
		return;
	}
	if (applied && !span_is(name, "kernel")) {
		add_flat(applied->text, out);
		return;
	}
	add_generic(scope, name, out);
}

void
short_name_add(struct span name, const struct name_parts *k, struct buf *out)
{
	const struct name_part *scope;
	struct span s = kernel_name_whole(name);

	if (!k->flat && find_function(k, &scope)) {
		add_function(k, out);
		return;
	}
	if (span_starts(s, "Custom_Cijk_"))
		s = span_cut(s, strlen("Custom_"), s.n);
	if (span_starts(s, "Cijk_")) {
		add_tensile(s, out);
		return;
	}
	add_flat(k->flat ? s : name, out);
}
