#include <ctype.h>
#include <string.h>

#include "tools/trace-phase/words.h"

enum { LONGEST_LENGTH = 12 }; /* digits of a sequence's length */

void
words_lower(struct buf *out, struct span s)
{
	buf_reserve(out, s.n);
	for (size_t i = 0; i < s.n; i++)
		out->p[out->n++] = (char)tolower((unsigned char)s.p[i]);
}

static bool
is_letter(char c)
{
	return isalpha((unsigned char)c);
}

static bool
is_digit(struct span s, size_t i)
{
	return i < s.n && isdigit((unsigned char)s.p[i]);
}

/* Does the word stand at that place? */
static bool
stands_at(struct span s, size_t i, const char *word)
{
	size_t n = strlen(word);

	return n <= s.n - i && memcmp(s.p + i, word, n) == 0;
}

bool
words_any(struct span text, const char *const *words)
{
	for (; *words; words++)
		if (span_has(text, *words))
			return true;
	return false;
}

static bool
has_whole(struct span s, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i < s.n; i++)
		if (stands_at(s, i, word) &&
		    (i == 0 || !is_letter(s.p[i - 1])) &&
		    (i + n == s.n || !is_letter(s.p[i + n])))
			return true;
	return false;
}

bool
words_any_whole(struct span text, const char *const *words)
{
	for (; *words; words++)
		if (has_whole(text, *words))
			return true;
	return false;
}

/* Where the digits after one of the words at that place begin, or 0. */
static size_t
length_at(struct span s, size_t i)
{
	static const char *const words[] = {
	    "seq_len", "seqlen", "seq", "sl", NULL};

	for (const char *const *w = words; *w; w++) {
		size_t at = i + strlen(*w);

		if (!stands_at(s, i, *w))
			continue;
		if (at < s.n && memchr("_= ", s.p[at], 3))
			at++;
		if (is_digit(s, at))
			return at;
	}
	return 0;
}

int
words_sequences(struct span s, int64_t *sum)
{
	int n = 0;

	*sum = 0;
	for (size_t i = 0; i < s.n; i++) {
		bool inside = i && isalnum((unsigned char)s.p[i - 1]);
		size_t at = inside ? 0 : length_at(s, i);
		int64_t length = 0;

		if (at == 0)
			continue;
		for (int d = 0; d < LONGEST_LENGTH && is_digit(s, at); d++)
			length = 10 * length + (s.p[at++] - '0');
		*sum += length;
		n += length > 0;
		i = at - 1;
	}
	return n;
}
