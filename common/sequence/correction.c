#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/wide.h"
#include "common/sequence/correction.h"
#include "common/sequence/usual_next.h"

/*
 * A bubble has USUAL_MOST symbols at most: more are more than a few faults.
 * Three symbols behind it, in a word of seven, are no chance.
 */
enum { REJOIN = 3, WORD = 7 };

/*
 * Of this many symbols before a fault, and as many behind it, most are usual:
 * where few are, such as in a warm-up, something else goes on.
 */
enum { AROUND = 32 };

/* By chance 1 of SELDOM faults is as near to equals; AGAIN_MOST are tried. */
enum { SELDOM = 64, AGAIN_MOST = 8 };

/* Forwards and backwards in turn; a fifth changed nothing. */
enum { PASSES = 4 };

/* A sequence, its usual ways, and the correction written so far. */
struct writer {
	struct usual usual;
	struct words words;
	uint32_t *before, *behind; /* by place: where the same word comes the
				      last and the next time */
	struct correction *out;
	bool changed;
};

void
correction_free(struct correction *c)
{
	free(c->symbol);
	free(c->at);
	memset(c, 0, sizeof *c);
}

/* A symbol that stands for those from `at` on. */
static void
add(struct writer *w, uint32_t symbol, size_t at)
{
	struct correction *c = w->out;
	size_t n = c->n;

	ARRAY_PUSH(c->at, n, &c->at_cap, (uint32_t)at);
	ARRAY_PUSH(c->symbol, c->n, &c->symbol_cap, symbol);
}

/* A stretch of x symbols for which y others are usual. */
struct bubble {
	int x, y;
};

/*
 * Whether the usual symbols in place of a bubble, and what comes behind it, are
 * a word that comes more than twice as often as the detour.
 */
static bool
rejoins(const struct writer *w, size_t at, const uint32_t *way, struct bubble b,
    uint32_t like)
{
	const uint32_t *last = w->out->symbol + w->out->n - USUAL_CONTEXT;
	uint32_t symbol[USUAL_CONTEXT + USUAL_MOST + REJOIN], found;
	int n = USUAL_CONTEXT + b.y + REJOIN;

	if (at + (size_t)b.x + REJOIN > w->usual.n)
		return false;
	memcpy(symbol, last, USUAL_CONTEXT * sizeof *symbol);
	memcpy(symbol + USUAL_CONTEXT, way, (size_t)b.y * sizeof *symbol);
	memcpy(symbol + USUAL_CONTEXT + b.y, w->usual.symbol + at + b.x,
	    REJOIN * sizeof *symbol);
	found = words_find(&w->words, symbol + n - WORD);
	return found != WORD_NONE && w->words.word[found].count > 2 * like;
}

/* How many faults at once a bubble is: neighbours that changed places are one.
 */
static int
faults_of(const uint32_t *symbol, const uint32_t *way, struct bubble b)
{
	if (b.x == 2 && b.y == 2 && symbol[0] == way[1] && symbol[1] == way[0])
		return 1;
	return b.x > b.y ? b.x : b.y;
}

/*
 * Whether a detour that begins `like` times is no more frequent behind its
 * context than this many faults at once are by chance: the mean twice and three
 * deviations more, for some faults are more frequent than others.
 */
static bool
is_rare(const struct writer *w, uint32_t context, uint32_t like, int faults)
{
	/* all in parts */
	uint64_t n = (uint64_t)usual_times(&w->usual, context)
	    << USUAL_PART_BITS,
		 least, over;

	for (int i = 0; i < faults; i++)
		n = n * w->usual.noise >> USUAL_PART_BITS;
	least = USUAL_PARTS + 2 * n;
	over = (uint64_t)like << USUAL_PART_BITS;
	over = over > least ? over - least : 0;
	return (uwide)over * over <= (uwide)9 * n * USUAL_PARTS &&
	    4 * (uint64_t)like <= w->usual.next[context].count;
}

/* How often the two symbols at a place come behind the last ones. */
static uint32_t
count_detour(const struct writer *w, const uint32_t *last, size_t at)
{
	uint32_t word[WORD], found;

	memcpy(word, last, USUAL_CONTEXT * sizeof *word);
	memcpy(word + USUAL_CONTEXT, w->usual.symbol + at, 2 * sizeof *word);
	found = words_find(&w->words, word);
	return found == WORD_NONE ? 0 : w->words.word[found].count;
}

/*
 * The probability, of 2^32, that n faults are in this many places by chance
 * (Poisson), if `rate` are in 2^32.
 */
static uint64_t
chance_of(uint64_t n, uint64_t rate, uint64_t places)
{
	uwide chance = (uwide)1 << 32;

	if (rate * places >> 32 >= n)
		return (uint64_t)1 << 32; /* as many are expected */
	for (uint64_t i = 1; i <= n && chance; i++)
		chance = chance * rate * places / (i << 32);
	return chance >> 32 ? (uint64_t)1 << 32 : (uint64_t)chance;
}

/*
 * Whether the word at a place comes again so near, and so often, that it is no
 * fault, of which there are `rate` in 2^32 places.
 */
static bool
is_again(const struct writer *w, size_t at, uint64_t rate)
{
	uint32_t first = (uint32_t)at, last = first;

	for (uint64_t n = 1; n <= AGAIN_MOST; n++) {
		uint32_t before = w->before[first], behind = w->behind[last];

		if (before == WORD_NONE && behind == WORD_NONE)
			return false;
		if (behind == WORD_NONE ||
		    (before != WORD_NONE && first - before < behind - last))
			first = before;
		else
			last = behind;
		if (n > 1 &&
		    (n + 1) * chance_of(n, rate, last - first) <
			((uint64_t)1 << 32) / SELDOM)
			return true;
	}
	return false;
}

/*
 * Faults are at random: the same one again the next time that its context comes
 * is seldom. Where a program does something else, it does so in each layer.
 */
static bool
is_habit(const struct writer *w, uint32_t context, size_t at)
{
	const struct usual *u = &w->usual;
	uint32_t times = usual_times(u, context), behind;
	uint64_t rate;

	/* the context may have a fault itself */
	behind = at + 2 + USUAL_CONTEXT <= u->n
	    ? words_find(&u->contexts, u->symbol + at + 2)
	    : WORD_NONE;
	if (behind != WORD_NONE && u->contexts.word[behind].count > times)
		times = u->contexts.word[behind].count;
	rate = ((uint64_t)times * u->noise << (32 - USUAL_PART_BITS)) / u->n;
	return is_again(w, at - USUAL_CONTEXT, rate) ||
	    (at - 1 + WORD <= u->n && is_again(w, at - 1, rate));
}

/* Whether most symbols around a place are usual. */
static bool
is_sound(const struct writer *w, size_t at)
{
	size_t from = at > AROUND ? at - AROUND : 0;
	size_t to = at + AROUND < w->usual.n ? at + AROUND : w->usual.n;

	return 2 * (size_t)(w->usual.unusual[to] - w->usual.unusual[from]) <=
	    to - from;
}

/* The shortest bubble at a place, if it is a fault. */
static bool
find_bubble(const struct writer *w, size_t at, uint32_t *way, struct bubble *b)
{
	const uint32_t *last = w->out->symbol + w->out->n - USUAL_CONTEXT;
	uint32_t c = usual_context(&w->usual, last), like;
	int known;

	if (c == WORD_NONE || w->usual.next[c].symbol == w->usual.symbol[at] ||
	    !is_sound(w, at) || is_habit(w, c, at))
		return false;
	known = usual_follow(&w->usual, last, way);
	like = count_detour(w, last, at);
	for (int d = 1; d <= 2 * USUAL_MOST; d++)
		for (b->x = d > USUAL_MOST ? d - USUAL_MOST : 0;
		     b->x <= d && b->x <= USUAL_MOST; b->x++) {
			b->y = d - b->x;
			if (b->y <= known && rejoins(w, at, way, *b, like) &&
			    is_rare(w, c, like,
				faults_of(w->usual.symbol + at, way, *b)))
				return true;
		}
	return false;
}

static void
write_all(struct writer *w)
{
	for (size_t at = 0; at < w->usual.n; at++) {
		uint32_t way[USUAL_MOST];
		struct bubble b;

		if (at >= USUAL_CONTEXT && at + REJOIN <= w->usual.n &&
		    find_bubble(w, at, way, &b)) {
			/* those at the place are shared among the usual ones */
			for (int k = 0; k < b.y; k++)
				add(w, way[k],
				    at + (size_t)(k < b.x ? k : b.x));
			at += (size_t)b.x;
			w->changed = true;
		}
		/* behind a bubble comes what it goes back to */
		add(w, w->usual.symbol[at], at);
	}
	add(w, 0, w->usual.n);
	w->out->n--; /* no symbol, but the end of the last one */
}

/* Finds the words, and links the places of equal ones. */
static void
find_words(struct writer *w)
{
	size_t n = w->usual.n - WORD + 1;
	uint32_t *number = xmalloc(n * sizeof *number), *last;

	words_init(&w->words, w->usual.symbol, w->usual.n, WORD, number);
	last = xnones(w->words.n);
	w->before = xmalloc(n * sizeof *w->before);
	w->behind = xnones(n);
	for (size_t i = 0; i < n; i++) {
		uint32_t before = last[number[i]];

		w->before[i] = before;
		if (before != WORD_NONE)
			w->behind[before] = (uint32_t)i;
		last[number[i]] = (uint32_t)i;
	}
	free(last);
	free(number);
}

/*
 * Corrects once, if there is noise, here or in what this was corrected from;
 * without symbols, nothing was to be corrected.
 */
static void
correct(
    struct correction *out, const uint32_t *symbol, size_t n, bool *is_noisy)
{
	struct writer w = {.out = out};

	*out = (struct correction){0};
	if (n <= WORD)
		return;
	usual_init(&w.usual, symbol, n);
	*is_noisy = *is_noisy || w.usual.noise > 0;
	if (*is_noisy) {
		find_words(&w);
		write_all(&w);
	}
	words_free(&w.words);
	free(w.before);
	free(w.behind);
	usual_free(&w.usual);
	if (!w.changed)
		correction_free(out);
}

static void
reverse(uint32_t *symbol, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		uint32_t other = symbol[n - 1 - i];

		symbol[n - 1 - i] = symbol[i];
		symbol[i] = other;
	}
}

/* A correction of n symbols backwards becomes one of them forwards. */
static void
turn(struct correction *c, size_t n)
{
	reverse(c->symbol, c->n);
	reverse(c->at, c->n + 1);
	for (size_t i = 0; i <= c->n; i++)
		c->at[i] = (uint32_t)n - c->at[i];
}

/* Corrects what was corrected before, forwards or backwards. */
static void
correct_again(struct correction *out, const uint32_t *symbol, size_t n,
    bool backwards, bool *is_noisy)
{
	size_t m = out->n ? out->n : n;
	uint32_t *text = xmalloc((m + 1) * sizeof *text);
	struct correction next;

	memcpy(text, out->n ? out->symbol : symbol, m * sizeof *text);
	if (backwards)
		reverse(text, m);
	correct(&next, text, m, is_noisy);
	free(text);
	if (next.n == 0)
		return;
	if (backwards)
		turn(&next, m);
	/* from places in what was corrected before to those in the sequence */
	for (size_t i = 0; out->n && i <= next.n; i++)
		next.at[i] = out->at[next.at[i]];
	correction_free(out);
	*out = next;
}

/* Faults before the first context, or on a way of several, show backwards. */
void
correction_make(struct correction *out, const uint32_t *symbol, size_t n)
{
	bool is_noisy = false;

	correct(out, symbol, n, &is_noisy);
	for (int i = 1; i < PASSES && is_noisy; i++)
		correct_again(out, symbol, n, i % 2, &is_noisy);
}
