/*
 * The half of skim.h that says what is looked for.
 */
#include "common/json/skim.h"

/* Does JSON write it in one way only, \u escapes apart? */
static bool
is_plain_word(struct span word)
{
	for (size_t i = 0; i < word.n; i++)
		if ((unsigned char)word.p[i] < 0x20 ||
		    strchr("\"\\/", word.p[i]))
			return false;
	return true;
}

void
skim_add(struct skim_words *w, struct span word)
{
	char letter = (char)(word.n ? word.p[0] | 0x20 : 0);
	int i = 0;

	while (i < w->letters && w->initials[i] != letter)
		i++;
	if (w->n == SKIM_WORDS || i == INITIALS || letter < 'a' ||
	    letter > 'z' || !is_plain_word(word)) {
		w->all = true;
		return;
	}
	if (i == w->letters)
		w->letters++;
	w->initials[i] = letter;
	for (i = w->letters; i < INITIALS; i++)
		w->initials[i] = w->initials[0];
	w->word[w->n++] = word;
}
