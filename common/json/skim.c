#include "common/json/skim.h"
#include "common/json/scan.h"

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
	s->gap_length = SIZE_MAX;
	s->state = (struct blocks_state){0};
	s->base = s->block = s->filled = 0;
	s->todo = s->rest = 0;
}

/* The next blocks; what is left after the last whole block has to wait. */
static bool
next_batch(struct skim *s)
{
	size_t left;

	s->base += s->filled * BLOCK;
	left = (s->n - s->base) / BLOCK;
	s->filled = left < BLOCKS ? left : BLOCKS;
	if (s->filled == 0)
		return false;
	s->fill(&s->blocks, &s->state, s->p + s->base, s->filled,
	    s->words->initials);
	s->todo = s->blocks.edges | s->blocks.marked;
	return true;
}

/* Is this a brace, and after it, blanks apart, a quote? */
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

/* The number of the lowest of those bits. */
static inline size_t
lowest(uint64_t bits)
{
	return (size_t)__builtin_ctzll(bits);
}

/* The place of the lowest of those bits of the current block. */
static inline size_t
place_of(const struct skim *s, uint64_t bits)
{
	return s->base + s->block * BLOCK + lowest(bits);
}

/* Is one of those bytes NUL, or does an object start there, in a string? */
static bool
is_odd(const struct skim *s, uint64_t bits)
{
	for (; bits; bits &= bits - 1)
		if (!s->p[place_of(s, bits)] ||
		    starts_object(s, place_of(s, bits)))
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
	for (; bits; bits &= bits - 1) {
		size_t at = place_of(s, bits);

		if (s->p[at] == '\\' && at + 1 < s->n && s->p[at + 1] == 'u')
			return true;
		for (int i = 0; i < s->words->n; i++)
			if (is_word(s, at, s->words->word[i]))
				return true;
	}
	return false;
}

/* Those bytes of the current block, some of which are odd or a word. */
static bool
look_closely(struct skim *s, uint64_t mask)
{
	uint64_t odd = s->blocks.odd[s->block] & mask;
	uint64_t word = s->blocks.word[s->block] & mask;

	if (odd && is_odd(s, odd))
		return false;
	if (word && !s->hit)
		s->hit = has_word(s, word);
	return true;
}

/* Looks at those bytes of the current block; false when they are odd. */
static inline bool
look(struct skim *s, uint64_t mask)
{
	const struct blocks *b = &s->blocks;

	return !((b->odd[s->block] | b->word[s->block]) & mask) ||
	    look_closely(s, mask);
}

/*
 * Are there only blanks and commas from the last event up to here? Then the
 * next gap is likely to be the same.
 */
static bool
check_gap(struct skim *s, size_t end)
{
	size_t n = end - s->start;

	for (size_t i = s->start; i < end; i++)
		if (s->p[i] != ',' && !scan_blank(s->p[i]))
			return false;
	if (n <= sizeof s->gap) {
		s->gap_length = n;
		s->gap_mask = n ? UINT64_MAX >> 8 * (8 - n) : 0;
		s->gap = span_word(s->p + s->start) & s->gap_mask;
	}
	return true;
}

static inline bool
is_gap(struct skim *s, size_t end)
{
	if (end - s->start == s->gap_length &&
	    (span_word(s->p + s->start) & s->gap_mask) == s->gap)
		return true;
	return check_gap(s, end);
}

/* The bracket that takes the depth down to 0, one after another. */
static uint64_t
find_end(uint64_t open, uint64_t close, int64_t depth)
{
	uint64_t bits = open | close;

	for (; bits; bits &= bits - 1) {
		depth += open & bits & -bits ? 1 : -1;
		if (depth == 0)
			return bits & -bits;
	}
	return 0;
}

/*
 * The same, first where it would be if nothing opened before it; mostly nothing
 * does, and the depth is 1 or 2. A depth not reached so is not reached at all.
 */
static inline uint64_t
end_of_event(uint64_t open, uint64_t close, int64_t depth)
{
	uint64_t bits = depth > 1 ? close & (close - 1) : close, bit;

	for (int64_t d = 2; d < depth; d++)
		bits &= bits - 1;
	bit = bits & -bits;
	return bit && open & (bit - 1) ? find_end(open, close, depth) : bit;
}

/* Begins with the event at that bracket; or says why not. */
static inline enum skim_result
enter(struct skim *s, size_t at)
{
	if (s->p[at] != '{' || !is_gap(s, at))
		return SKIM_ODD;
	s->start = at;
	s->hit = s->words->all;
	return (int64_t)at >= s->limit ? SKIM_LIMIT : SKIM_EVENT;
}

/* Ends the event there; SKIM_MORE when it is passed over. */
static inline enum skim_result
leave(struct skim *s, size_t end)
{
	s->end = end;
	if (end - s->start > SKIM_LONG)
		return SKIM_ODD;
	if (s->hit || s->words->count)
		return SKIM_EVENT;
	s->passed++;
	s->start = end;
	return SKIM_MORE;
}

/*
 * Walks over what is left of a block in which an event begins or ends, from
 * that depth on, and stops after an event that is to be shown. SKIM_MORE is
 * the block's end.
 */
static inline enum skim_result
walk(struct skim *s, int64_t depth)
{
	size_t here = s->base + s->block * BLOCK, i;
	uint64_t rest = s->rest, bit;
	uint64_t open = s->blocks.open[s->block] & rest;
	uint64_t close = s->blocks.close[s->block] & rest;
	enum skim_result r;

	for (;; depth = 0) {
		if (depth == 0 && open | close) {
			i = lowest(open | close);
			r = enter(s, here + i);
			if (r != SKIM_EVENT)
				return r;
			rest = ~UINT64_C(1) << i;
			open &= rest;
			depth = 1;
		}
		bit = end_of_event(open, close, depth);
		if (!look(s, rest & (bit - 1)))
			return SKIM_ODD;
		if (!bit) {
			s->rest = 0;
			return SKIM_MORE;
		}
		i = lowest(bit);
		rest = ~UINT64_C(1) << i;
		r = leave(s, here + i + 1);
		if (r != SKIM_MORE) {
			s->rest = rest;
			return r;
		}
		open &= rest;
		close &= rest;
	}
}

/*
 * Goes to the next block in which an event begins or ends; SKIM_MORE when the
 * bytes end. Only the marked ones of the skipped blocks are read.
 */
static enum skim_result
next_block(struct skim *s)
{
	for (;;) {
		while (s->todo) {
			uint64_t bit = s->todo & -s->todo;

			s->todo &= ~bit;
			s->block = lowest(bit);
			if (s->blocks.edges & bit) {
				s->rest = UINT64_MAX;
				return SKIM_EVENT;
			}
			if (!look(s, UINT64_MAX))
				return SKIM_ODD;
		}
		if (s->state.depth && s->base > s->start + SKIM_LONG)
			return SKIM_ODD;
		if (!next_batch(s))
			return SKIM_MORE;
	}
}

enum skim_result
skim_next(struct skim *s)
{
	int64_t depth = 0; /* after an event that was shown */
	enum skim_result r;

	s->start = s->end;
	do {
		if (!s->rest) {
			r = next_block(s);
			if (r != SKIM_EVENT)
				return r;
			depth = s->blocks.depth[s->block];
		}
		r = walk(s, depth);
	} while (r == SKIM_MORE);
	return r;
}

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
