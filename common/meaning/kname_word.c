/*
 * One identifier of a kernel's name, without the numbers of its tuning.
 */
#include <stdbool.h>

#include "common/bytes/ascii.h"
#include "common/meaning/kname.h"

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
	static const char *const widths[] = {
	    "4", "6", "8", "16", "32", "64", NULL};
	static const char *const types[] = {
	    "float", "bf", "fp", "tf", "int", NULL};

	if (!span_is_one_of(span_cut(s, at, end), widths))
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
	return ascii_lower(next) == 'd' && !(after >= 'a' && after <= 'z') &&
	    !ascii_is_digit(after); /* attention_2d, Rmsnorm2dFwd */
}

/* A hash, or the argument list that old Triton wrote into names: 0d1d2de3c. */
static bool
is_hash(struct span word)
{
	bool digits = false;

	if (span_starts(word, "0d1d"))
		return true;
	for (size_t i = 0, end; i < word.n; i = end) {
		end = i + 1;
		if (ascii_is_digit(word.p[i])) {
			while (end < word.n && ascii_is_digit(word.p[end]))
				end++;
			if (is_width(word, i, end))
				return false; /* bf16bf16 */
			digits = true;
		} else if (word.p[i] < 'a' || word.p[i] > 'f') {
			return false;
		}
	}
	return digits && word.n >= 8;
}

/* Suffixes of hand-written variants of one kernel. */
static bool
is_variant(struct span word)
{
	static const char *const variants[] = {
	    "1tg", "2tg", "ps", "vs", "novs", NULL};

	return span_is_one_of(word, variants);
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

void
kname_add_word(struct span s, struct buf *out)
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
