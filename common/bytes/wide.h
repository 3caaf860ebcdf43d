/*
 * wide - integers of 128 bits, for products and sums of those of 64.
 */
#pragma once

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;
