#include "common/trace/aiu_stamps.h"
#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"

/* Where in a name the word for its stage stands: after what it is done for. */
static const struct {
	const char *word;
	struct stage stage;
} stages[] = {
    {" Cmpt Exec", {2, 3}},
    {" Cmpt Prep", {1, 2}},
    {" DmaI", {0, 1}},
    {" DmaO", {3, 4}},
};

bool
stamps_stage(struct span name, struct stage *p)
{
	for (size_t i = 0; i < COUNT(stages); i++)
		if (span_ends(name, stages[i].word)) {
			*p = stages[i].stage;
			return true;
		}
	return false;
}

static int
parse_hex(struct span digits, int64_t *value)
{
	*value = 0;
	for (size_t i = 0; i < digits.n; i++) {
		int digit = ascii_hex(digits.p[i]);

		if (digit < 0 || *value >> STAMPS_BITS)
			return -1;
		*value = *value << 4 | digit;
	}
	return digits.n ? 0 : -1;
}

int
stamps_parse(struct span text, int64_t *value)
{
	bool hex = text.n > 2 && text.p[0] == '0' && (text.p[1] | 0x20) == 'x';

	if (hex ? parse_hex(span_cut(text, 2, text.n), value)
		: fixed_parse_int(text, value))
		return -1;
	return *value >= 0 && *value >> STAMPS_BITS == 0 ? 0 : -1;
}

int
stamps_unwrap(int64_t stamp[STAMPS])
{
	int64_t turn = 0;

	for (int i = 1; i < STAMPS; i++) {
		if (turn == 0 && stamp[i] < stamp[i - 1])
			turn = INT64_C(1) << STAMPS_BITS;
		stamp[i] += turn;
		if (stamp[i] < stamp[i - 1])
			return -1;
	}
	return (stamp[STAMPS - 1] - stamp[0]) >> STAMPS_BITS ? -1 : 0;
}
