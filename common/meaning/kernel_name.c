/*
 * Three kinds of names, told by how they look: mangled C++ (_Z...), C++ with
 * template arguments or parameters, and flat names in which '_' separates
 * words.
 */
#include "common/meaning/kernel_name.h"
#include "common/bytes/ascii.h"

/*
 * One identifier of a kernel's name, without the numbers of its tuning.
 */

/* Does s[0..end) end with this lower-case text, in any case? */
static bool
ends_with(struct span s, size_t end, const char *text)
{
	size_t n = strlen(text);

	if (end < n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (ascii_lower(s.p[end - n + i]) != text[i])
			return false;
	return true;
}

/* Is the number s[at..end) the width of a data type, as in bf16 or int8? */
static bool
is_width(struct span s, size_t at, size_t end)
{
	static const char *const types[] = {
	    "float", "bf", "fp", "tf", "int", NULL};

	if (!span_is_among(span_cut(s, at, end), "4 6 8 16 32 64"))
		return false;
	for (const char *const *t = types; *t; t++)
		if (ends_with(s, at, *t))
			return true;
	/* f16, i8, u8 and q4 only where the letter stands alone. */
	return at > 0 && memchr("fFiIuUq", s.p[at - 1], 7) &&
	    (at == 1 || !ascii_is_letter(s.p[at - 2]));
}

/* Does the number s[at..end) mean something, or is it mere tuning? */
static bool
is_meant(struct span s, size_t at, size_t end)
{
	char next = end < s.n ? s.p[end] : 0;
	char after = end + 1 < s.n ? s.p[end + 1] : 0;

	if (is_width(s, at, end))
		return true;
	if (end - at != 1)
		return false;
	if (ends_with(s, at, "e") && ascii_lower(next) == 'm' &&
	    ascii_is_digit(after))
		return true; /* e4m3: the 4 */
	if (at >= 3 && ends_with(s, at, "m") && ascii_is_digit(s.p[at - 2]) &&
	    ends_with(s, at - 2, "e"))
		return true; /* and the 3 */
	return ascii_lower(next) == 'd' && !ascii_is_lower(after) &&
	    !ascii_is_digit(after); /* attention_2d, Rmsnorm2dFwd */
}

/* A hash, or the argument list that old Triton wrote into names: 0d1d2de3c. */
static bool
is_hash(struct span word)
{
	if (span_starts(word, "0d1d"))
		return true;
	for (size_t i = 0, end; i < word.n; i = end) {
		end = i + 1;
		if (ascii_is_digit(word.p[i])) {
			while (end < word.n && ascii_is_digit(word.p[end]))
				end++;
			if (is_width(word, i, end))
				return false; /* bf16bf16 */
		} else if (word.p[i] < 'a' || word.p[i] > 'f') {
			return false;
		}
	}
	return word.n >= 8;
}

/* Suffixes of hand-written variants of one kernel. */
static bool
is_variant(struct span word)
{
	return span_is_among(word, "1tg 2tg ps vs novs");
}

/*
 * How many letters at the start say that attention looks back only so far: the
 * layers of one model take turns with and without.
 */
static size_t
window(struct span s)
{
	static const char *const windows[] = {"SlidingOrChunked",
	    "sliding_or_chunked_", "SlidingWindow", "sliding_window_", NULL};

	for (const char *const *w = windows; *w; w++)
		if (span_starts(s, *w))
			return strlen(*w);
	return 0;
}

/*
 * Appends s[0..n) without windows, its tuning numbers and the x between two of
 * them.
 */
static void
add_word(struct span s, struct buf *out)
{
	size_t i = 0;

	while (i < s.n) {
		size_t end = i + 1;

		if (!ascii_is_digit(s.p[i])) {
			size_t skip = window(span_cut(s, i, s.n));

			if (skip == 0)
				buf_add(out, s.p + i, 1);
			i = skip ? i + skip : end;
			continue;
		}
		while (end < s.n && ascii_is_digit(s.p[end]))
			end++;
		if (is_meant(s, i, end)) {
			buf_add(out, s.p + i, end - i);
		} else if (end + 1 < s.n && s.p[end] == 'x' &&
		    ascii_is_digit(s.p[end + 1])) {
			end++;
		}
		i = end;
	}
}

/* Where the settings begin that Triton kernels of some libraries append. */
static size_t
settings(struct span s)
{
	static const char *const markers[] = {"_BLOCK_", "_GROUP_", "_SPLITK_",
	    "_NUM_", "_GRID_", "_EVEN_", "_cache_modifier", NULL};

	for (size_t i = 1; i < s.n; i++)
		for (const char *const *m = markers; s.p[i] == '_' && *m; m++)
			if (span_starts(span_cut(s, i, s.n), *m))
				return i;
	return s.n;
}

/*
 * Appends an identifier without the numbers of its tuning. '_' separates
 * words; hashes, counters, suffixes of variants and windows of attention go,
 * and words of which nothing is left. Data types (bf16, e4m3, int8) and
 * dimensions (attention_2d) stay.
 */
static void
kernel_name_add_word(struct span s, struct buf *out)
{
	size_t start = out->n;

	s.n = settings(s);
	for (size_t i = 0, end; i < s.n; i = end + 1) {
		size_t before = out->n;
		struct span word;

		i += window(span_cut(s, i, s.n));
		for (end = i; end < s.n && s.p[end] != '_'; end++)
			;
		word = span_cut(s, i, end);
		if (is_hash(word) || is_variant(word))
			continue;
		if (before > start)
			buf_add(out, "_", 1);
		add_word(word, out);
		if (out->n == before + (before > start))
			out->n = before; /* nothing was left of the word */
	}
}

/* Tensile: the contraction's indices, then the letters of the data types. */
static void
add_tensile(struct span s, struct buf *out)
{
	int words = 0;

	for (size_t i = 0, end; i < s.n; i = end + 1, words++) {
		for (end = i; end < s.n && s.p[end] != '_'; end++)
			;
		if (words > 2 && end - i > 3)
			return;
		if (words > 0 && words < 4)
			buf_add(out, "_", 1);
		buf_add(out, s.p + i, end - i);
	}
}

struct span
kernel_name_type(struct span id)
{
	if (span_is_among(id,
		"BFloat16 __nv_bfloat16 __hip_bfloat16 bfloat16_t "
		"hip_bfloat16 bhalf_t"))
		return span_of("bf16");
	return span_is_among(id, "Half __half half half_t _Float16")
	    ? span_of("f16")
	    : id;
}

/* Appends an identifier of the template arguments and a comma. */
static void
add_argument(struct span id, struct buf *args)
{
	size_t start = args->n;

	if (span_is_among(id,
		"true false const lambda operator anonymous namespace "
		"_GLOBAL__N_1"))
		return;
	kernel_name_add_word(kernel_name_type(id), args);
	if (args->n > start)
		buf_add(args, ",", 1);
}

/* Appends an identifier of the function's own name. */
static void
add_path(struct span id, struct buf *out, size_t start)
{
	if (span_is(id, "_GLOBAL__N_1"))
		return;
	if (out->n > start)
		buf_add(out, "::", 2);
	kernel_name_add_word(id, out);
}

/* function<argument,argument> */
static void
close_arguments(struct buf *out, struct buf *args)
{
	if (args->n == 0)
		return;
	args->p[args->n - 1] = '>';
	BUF_ADD_ALL(out, span_of("<"), buf_span(args));
}

void
kernel_name_follow(struct kernel_name_brackets *b, char previous, char c)
{
	if (c == '<' || c == '(' || c == '{') {
		if (b->depth < KERNEL_NAME_DEPTH)
			b->open[b->depth++] = c;
	} else if (c == '>') {
		if (b->depth && b->open[b->depth - 1] == '<' && previous != '-')
			b->depth--;
	} else if (c == ')' || c == '}') {
		char open = c == ')' ? '(' : '{';

		while (b->depth && b->open[b->depth - 1] != open)
			b->depth--;
		if (b->depth)
			b->depth--;
	}
}

bool
kernel_name_function(struct span s, struct span *function)
{
	struct kernel_name_brackets b = {.depth = 0};
	size_t from = 0, to = s.n;
	bool found = false;

	for (size_t i = 0; i < s.n && to == s.n; i++) {
		char previous = i ? s.p[i - 1] : ' ';
		bool touching = ascii_is_word(previous) || previous == '>';

		if (b.depth == 0 && s.p[i] == ' ')
			from = i + 1;
		else if (b.depth == 0 && s.p[i] == '(' && touching)
			to = i;
		else if (b.depth == 0 && s.p[i] == '<' && touching)
			found = true;
		kernel_name_follow(&b, previous, s.p[i]);
	}
	*function = span_cut(s, from, to);
	return found || to < s.n;
}

static void
add_function(struct span s, struct buf *out, struct buf *args)
{
	struct kernel_name_brackets b = {.depth = 0};
	size_t start = out->n;

	for (size_t i = 0, end; i < s.n; i = end) {
		struct span id;

		end = i + 1;
		if (!ascii_is_word(s.p[i])) {
			kernel_name_follow(&b, i ? s.p[i - 1] : ' ', s.p[i]);
			continue;
		}
		while (end < s.n && ascii_is_word(s.p[end]))
			end++;
		id = span_cut(s, i, end);
		if (b.depth == 0)
			add_path(id, out, start);
		else if (!ascii_is_digit(s.p[i]) &&
		    !span_starts(span_cut(s, end, s.n), "::"))
			add_argument(id, args);
	}
}

static void
add_mangled(struct span s, struct buf *out, struct buf *args)
{
	struct mangled_name m;
	size_t start = out->n;
	struct span id;

	mangled_name_start(&m, s);
	while (mangled_name_next(&m, &id))
		if (m.in_arguments && !m.is_number)
			add_argument(id, args);
		else if (!m.is_number)
			add_path(id, out, start);
}

bool
kernel_name_transposed(struct span name, bool turned[2])
{
	if (span_starts(name, "nvjet")) {
		size_t end = name.n;

		while (end && name.p[end - 1] != '_')
			end--;
		if (end == 0 || name.n < end + 2)
			return false;
		turned[0] = name.p[end] == 'T';
		turned[1] = name.p[end + 1] == 'T';
		return true;
	}
	turned[0] = span_has(name, "_Alik_");
	if (!turned[0] && !span_has(name, "_Ailk_"))
		return false;
	turned[1] = span_has(name, "_Bjlk_");
	return turned[1] || span_has(name, "_Bljk_");
}

struct span
kernel_name_whole(struct span s)
{
	for (size_t i = 1; i < s.n; i++)
		if (span_starts(span_cut(s, i, s.n), " [clone "))
			s.n = i;
	if (s.n > 3 && span_ends(s, ".kd"))
		s.n -= 3;
	return s;
}

static void
add_name(struct span s, struct buf *out, struct buf *args)
{
	struct span function;

	if (span_starts(s, "Custom_Cijk_"))
		s = span_cut(s, strlen("Custom_"), s.n);
	if (span_starts(s, "Cijk_"))
		add_tensile(s, out);
	else if (span_starts(s, "_Z"))
		add_mangled(s, out, args);
	else if (kernel_name_function(s, &function))
		add_function(function, out, args);
	else
		kernel_name_add_word(s, out);
}

void
kernel_name_normalise(struct span name, struct buf *out)
{
	struct buf args = {0};
	size_t start = out->n;

	add_name(kernel_name_whole(name), out, &args);
	close_arguments(out, &args);
	buf_free(&args);
	if (out->n == start)
		buf_add(out, name.p, name.n);
}
