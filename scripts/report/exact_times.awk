# exact_times.awk: exact times and numbers in awk's doubles; to put before the programs that call
# these.
#
# A time is in microseconds with up to three decimals. A double does not hold nanoseconds
# since 1970, but those from base, a whole number of microseconds near all times of a trace.

# Nanoseconds from the base.
function since(text,   half) {
	split(text, half, ".")
	return (half[1] - base) * 1000 + (text ~ /^-/ ? -1 : 1) * substr(half[2] "000", 1, 3)
}

# Nanoseconds of a time with three decimals.
function whole(text) {
	sub(/[.]/, "", text)
	return text + 0
}

# The time ns nanoseconds from the base, in microseconds.
function show(ns,   us) {
	us = int(ns / 1000)
	if (us * 1000 > ns)
		us--
	return sprintf("%.0f.%03d", base + us, ns - us * 1000)
}

# The end of what starts at ts and takes dur, both with three decimals: added in two parts.
function show_end(ts, dur,   a, b, ns) {
	split(ts, a, ".")
	split(dur, b, ".")
	ns = a[2] + b[2]
	return sprintf("%.0f.%03d", a[1] + b[1] + int(ns / 1000), ns % 1000)
}

# A number with the digits that tell it from others, and one decimal at least.
function number(x,   text, digits) {
	for (digits = 15; digits < 18; digits++) {
		text = sprintf("%." digits "g", x)
		if (text + 0 == x)
			break
	}
	return text ~ /[.e]/ ? text : text ".0"
}
