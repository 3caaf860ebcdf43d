#include "tools/trace-align/words.h"

enum { WORD_MAX = 64 }; /* bytes; longer words are cut */

/*
 * Takes the next run of two letters or more off *text, in small letters;
 * returns its length, 0 at the end.
 */
static size_t
next_word(struct span *text, char word[WORD_MAX])
{
	size_t n = 0;

	while (text->n > 0) {
		char c = *text->p;

		if (c >= 'A' && c <= 'Z')
			c = (char)(c + 'a' - 'A');
		if (c >= 'a' && c <= 'z') {
			if (n < WORD_MAX)
				word[n++] = c;
		} else if (n > 1) {
			return n;
		} else {
			n = 0;
		}
		text->p++;
		text->n--;
	}
	return n > 1 ? n : 0;
}

static int
add_words(struct pool *set, struct span text)
{
	char word[WORD_MAX];
	size_t n;

	while ((n = next_word(&text, word)) > 0)
		if (pool_add(set, (struct span){word, n}) == POOL_NONE)
			return -1;
	return 0;
}

static bool
mentions(const struct pool *set, struct span text)
{
	char word[WORD_MAX];
	size_t n;

	while ((n = next_word(&text, word)) > 0)
		if (pool_find(set, (struct span){word, n}) != POOL_NONE)
			return true;
	return false;
}

bool
words_explain(const struct words *w, struct span name, struct span family)
{
	return mentions(w->all, family) || mentions(w->families, name);
}

int
words_add(struct words *w, struct span name, struct span family)
{
	return add_words(w->families, family) || add_words(w->all, family) ||
		add_words(w->all, name)
	    ? -1
	    : 0;
}

int
words_init(struct words *w)
{
	w->families = pool_new();
	w->all = pool_new();
	return w->families && w->all ? 0 : -1;
}

void
words_free(struct words *w)
{
	pool_free(w->families);
	pool_free(w->all);
}
