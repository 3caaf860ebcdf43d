/*
 * compound - loops of several steps, which come on their own as well.
 *
 * Where steps come in random order, pairs of them repeat here and there and may
 * save more, as one long body, than each kind of step does. But if half of a
 * loop are steps that come outside of it, too, these are folded first: then the
 * pairs are pairs of letters, and must be more than chance (chance.h).
 */
#ifndef TRACE_CYCLES_COMPOUND_H
#define TRACE_CYCLES_COMPOUND_H

#include "tools/trace-cycles/loop.h"
#include "tools/trace-cycles/trial.h"

/*
 * Bars the bodies of such loops of the trace from further trials. Returns
 * whether there are any.
 */
bool compounds_bar(
    struct folding *, const struct loops *, const struct sequence *trace);

#endif
