# drawing.awk - colours, bars and numbers of the screen; to put behind screen.awk, which has the palette.

# The number of the nearest colour in the cube of 6 x 6 x 6 of a terminal, as tsv2txt has it.
function cube(rgb,   i, number) {
	for (i = 1; i <= 5; i += 2)
		number = 6 * number + shade(16 * digit(substr(rgb, i, 1)) + digit(substr(rgb, i + 1, 1)))
	return 16 + number
}

function shade(level) {
	return level < 48 ? 0 : level < 115 ? 1 : int((level - 35) / 40)
}

function digit(hex) {
	return index("0123456789ABCDEF", hex) - 1
}

# A text in a colour, or as it is: parameters of ECMA-48's SGR.
function paint(text, parameters) {
	return color && parameters != "" ? "\033[" parameters "m" text "\033[m" : text
}

function paint_work(text, class) {
	return paint(text, class in group ? sgr[group[class]] : "")
}

function heading(text) {
	return paint(text, 1)
}

# 12840 as 12,840.
function grouped(number,   text, i) {
	text = sprintf("%.0f", number)
	for (i = length(text) - 3; i > (number < 0); i -= 3)
		text = substr(text, 1, i) "," substr(text, i + 1)
	return text
}

function percent(number) {
	return number > 0 && number < 0.05 ? "< 0.1 %" : sprintf("%.1f %%", number)
}

# A bar of value; `most` takes all `size` columns.
function bar(value, most, size,   eighths, text) {
	eighths = most > 0 ? int(8 * size * value / most + 0.5) : 0
	if (!blocks) {
		text = sprintf("%" int(eighths / 8 + 0.5) "s", "")
		gsub(/ /, "#", text)
		return left(text, size)
	}
	for (; eighths >= 8; eighths -= 8)
		text = text whole
	return left(text (eighths ? eighth[eighths] : ""), size)
}

function plural(number, word) {
	return grouped(number) " " word (number == 1 ? "" : "s")
}
