/*
 * palette - the colours of kinds of work: one for plots, workbooks and the
 * terminal.
 *
 * palette.tsv, which is compiled in, gives each category and family of
 * rules.tsv, and what bounds a critical path besides, a group, and each group
 * a colour. Most are those of Okabe and Ito,
 * "Color Universal Design" (2008), and the others are as far from them and from
 * each other as can be in CIELAB, seen with any of the three kinds of colour
 * blindness (test_palette.c has the distances).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"

/* Groups count from 0. */
size_t palette_groups(void);

/* The last one, "other", for labels that are unknown. */
size_t palette_other(void);

/* The group of a category or family. */
size_t palette_of(struct span label);

/* Its name and its colour, as 0xRRGGBB. */
struct span palette_name(size_t group);
uint32_t palette_rgb(size_t group);

/* Is text on this colour black? White is readable on the others. */
bool palette_is_light(uint32_t rgb);

/* The nearest of the 216 colours of the cube of a terminal with 256. */
int palette_terminal(uint32_t rgb);
