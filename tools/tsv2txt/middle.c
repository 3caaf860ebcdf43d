#include "tools/tsv2txt/middle.h"
#include "common/bytes/ascii.h"

enum {
	MOST_WORDS = 64,
	/* How much a word tells. */
	IN_NAME = 1,     /* of the function's name */
	BEHIND_NAME = 3, /* what tells names apart that are alike */
	ESSENTIAL = 8
};

/* A word with what divides it from the next one. */
struct word {
	size_t start;
	int tells;
};

static bool
divides(char c)
{
	return c == ' ' || c == '_' || c == '.' || c == ':' || c == ',';
}

/* A number, an x and a number, as in 128x64. */
static bool
is_tile(struct span word)
{
	for (size_t i = 1; i + 1 < word.n; i++)
		if (word.p[i] == 'x' && ascii_is_digit(word.p[i - 1]) &&
		    ascii_is_digit(word.p[i + 1]))
			return true;
	return false;
}

/* A data type, as in bf16, or that it is a matrix product. */
static bool
is_type_or_gemm(struct span word)
{
	static const char *const type[] = {"f16", "f32", "fp16", "fp32", "fp8",
	    "float", "int8", "half", "e4m3", "e5m2", "gemm", NULL};

	for (size_t at = 0; at + 3 <= word.n; at++) {
		struct span rest = span_cut(word, at, word.n);

		for (int i = 0; type[i]; i++) /* most letters begin none */
			if (*rest.p == *type[i] && span_starts(rest, type[i]))
				return true;
	}
	return false;
}

/* Letters in upper case, as Tensile has for types: BBS, HHS. */
static bool
is_abbreviation(struct span word)
{
	for (size_t i = 0; i < word.n; i++)
		if (!ascii_is_upper(word.p[i]))
			return false;
	return word.n > 0;
}

static int
worth(struct span word, bool behind)
{
	if (is_tile(word) || is_type_or_gemm(word))
		return ESSENTIAL;
	return behind || is_abbreviation(word) ? BEHIND_NAME : IN_NAME;
}

/* Returns how many there are; 0 for too many, or bytes beyond ASCII. */
static size_t
divide(struct span text, struct word word[MOST_WORDS + 1])
{
	size_t n = 0;
	bool behind = false;

	for (size_t i = 0; i < text.n;) {
		size_t start = i;

		while (i < text.n && !divides(text.p[i]))
			if (text.p[i++] & 0x80)
				return 0;
		if (n == MOST_WORDS)
			return 0;
		word[n].start = start;
		word[n++].tells = worth(span_cut(text, start, i), behind);
		for (; i < text.n && divides(text.p[i]); i++)
			behind = behind || text.p[i] == ' ' || text.p[i] == '.';
	}
	word[n].start = text.n;
	return n;
}

/* Twice how far the middle of a stretch is from that of the text. */
static size_t
off_middle(struct stretch s, size_t n)
{
	return s.from + s.to > n ? s.from + s.to - n : n - s.from - s.to;
}

bool
middle_find(struct span text, size_t least, size_t most, struct stretch *found)
{
	struct word word[MOST_WORDS + 1];
	size_t n = divide(text, word);
	int best = 0;

	for (size_t i = 1; i + 1 < n; i++) {
		int tells = 0;

		for (size_t k = i; k + 1 < n; k++) {
			struct stretch s = {word[i].start, word[k + 1].start};

			tells += word[k].tells;
			if (s.to - s.from > most)
				break;
			if (s.to - s.from < least)
				continue;
			if (!best || tells < best ||
			    (tells == best &&
				off_middle(s, text.n) <
				    off_middle(*found, text.n))) {
				best = tells;
				*found = s;
			}
		}
	}
	return best > 0;
}
