#include "common/scan.h"
#include "common/skim.h"

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

void
skim_start(struct skim *s, blocks_fill *fill, const struct skim_words *words,
    struct span bytes)
{
	s->start = s->end = 0;
	s->passed = 0;
	s->words = words;
	s->fill = fill;
	s->p = bytes.p;
	s->n = bytes.n;
	s->limit = INT64_MAX;
	s->state = (struct blocks_state){0};
	s->base = s->block = s->filled = 0;
	s->rest = UINT64_MAX;
	s->depth = 0;
}

void
skim_limit(struct skim *s, int64_t place)
{
	s->limit = place;
}

/* The next blocks; what is left behind the last whole block has to wait. */
static bool
next_batch(struct skim *s)
{
	size_t left;

	s->base += s->filled * BLOCK;
	left = (s->n - s->base) / BLOCK;
	s->filled = left < BLOCKS ? left : BLOCKS;
	s->block = 0;
	s->rest = UINT64_MAX;
	s->fill(&s->blocks, &s->state, s->p + s->base, s->filled,
	    s->words->initials);
	return s->filled > 0;
}

/* Is this a brace, and behind it, blanks apart, a quote? */
static bool
starts_object(const struct skim *s, size_t at)
{
	if (s->p[at] != '{')
		return false;
	do
		at++;
	while (at < s->n && scan_blank(s->p[at]));
	return at < s->n && s->p[at] == '"';
}

/* Does an object start at one of those bytes, which stand in strings? */
static bool
is_odd(const struct skim *s, uint64_t bits)
{
	size_t place = s->base + s->block * BLOCK;

	for (; bits; bits &= bits - 1)
		if (starts_object(s, place + (size_t)__builtin_ctzll(bits)))
			return true;
	return false;
}

/* Is the string that begins here the word, and no key? */
static bool
is_word(const struct skim *s, size_t at, struct span word)
{
	size_t end = at + word.n;

	return end + 1 < s->n && s->p[end] == '"' && s->p[end + 1] != ':' &&
	    memcmp(s->p + at, word.p, word.n) == 0;
}

static bool
has_word(const struct skim *s, uint64_t bits)
{
	size_t place = s->base + s->block * BLOCK;

	for (; bits; bits &= bits - 1) {
		size_t at = place + (size_t)__builtin_ctzll(bits);

		if (s->p[at] == '\\' && at + 1 < s->n && s->p[at + 1] == 'u')
			return true;
		for (int i = 0; i < s->words->n; i++)
			if (is_word(s, at, s->words->word[i]))
				return true;
	}
	return false;
}

/* Looks at those bytes of the current block; false when they are odd. */
static inline bool
look(struct skim *s, uint64_t mask)
{
	uint64_t odd = s->blocks.odd[s->block] & mask;
	uint64_t word = s->blocks.word[s->block] & mask;

	if (odd && is_odd(s, odd))
		return false;
	if (word && !s->hit)
		s->hit = has_word(s, word);
	return true;
}

/* Are there only blanks and commas from the last event up to here? */
static bool
is_gap(const struct skim *s, size_t end)
{
	if (end - s->start == 2 && memcmp(s->p + s->start, ", ", 2) == 0)
		return true; /* most are: no loop for them */
	for (size_t i = s->start; i < end; i++)
		if (s->p[i] != ',' && !scan_blank(s->p[i]))
			return false;
	return true;
}

/* The bits above a single one. */
static inline uint64_t
above(uint64_t bit)
{
	return ~(bit | (bit - 1));
}

/*
 * Walks over a block in which an event begins or ends, bracket by bracket, and
 * stops behind an event that is to be shown. SKIM_MORE is the block's end.
 */
static enum skim_result
walk(struct skim *s)
{
	const uint64_t open = s->blocks.open[s->block];
	size_t place = s->base + s->block * BLOCK;
	uint64_t inside = s->rest; /* bytes of the event or gap so far */
	uint64_t bits = (open | s->blocks.close[s->block]) & s->rest;
	int depth = s->depth;

	for (; bits; bits &= bits - 1) {
		uint64_t bit = bits & -bits;
		size_t at;

		if (depth > 1 || (depth == 1 && open & bit)) {
			depth += open & bit ? 1 : -1;
			continue;
		}
		at = place + (size_t)__builtin_ctzll(bits);
		if (depth == 0) {
			if (s->p[at] != '{' || !is_gap(s, at))
				return SKIM_ODD;
			s->start = at;
			if ((int64_t)at >= s->limit)
				return SKIM_LIMIT;
			s->hit = s->words->all;
			depth = 1;
			inside = above(bit);
		} else {
			depth = 0;
			if (!look(s, inside & (bit - 1)) ||
			    at - s->start >= SKIM_LONG)
				return SKIM_ODD;
			s->end = at + 1;
			if (s->hit || s->words->count) {
				s->depth = 0;
				s->rest = above(bit);
				return SKIM_EVENT;
			}
			s->passed++;
			s->start = s->end;
			inside = above(bit);
		}
	}
	s->depth = depth;
	return look(s, inside) ? SKIM_MORE : SKIM_ODD;
}

/* Passes over the blocks in which the event goes on; false when one is odd. */
static bool
pass_inside(struct skim *s)
{
	const struct blocks *b = &s->blocks;
	size_t i = s->block;
	int depth = s->depth;

	for (; i < s->filled && depth > b->closes[i]; i++) {
		if (b->odd[i] | b->word[i]) {
			s->block = i;
			if (!look(s, UINT64_MAX))
				return false;
		}
		depth += b->rise[i];
	}
	s->block = i;
	s->depth = depth;
	return true;
}

enum skim_result
skim_next(struct skim *s)
{
	if (s->end > s->start)
		s->start = s->end;
	for (;;) {
		enum skim_result r;

		if (s->rest == UINT64_MAX && !pass_inside(s))
			return SKIM_ODD;
		if (s->block == s->filled) {
			if (s->depth && s->base > s->start + SKIM_LONG)
				return SKIM_ODD;
			if (!next_batch(s))
				return SKIM_MORE;
			continue;
		}
		r = walk(s);
		if (r != SKIM_MORE)
			return r;
		s->block++;
		s->rest = UINT64_MAX;
	}
}
