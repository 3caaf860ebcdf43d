# screen_text.awk: text in columns of a screen; to put before what prints for people.

# Columns on the screen: bytes but those that continue a character.
function columns(text) {
	gsub(/[\200-\277]/, "", text)
	return length(text)
}
function left(text, width) {
	return sprintf("%s%" (width > columns(text) ? width - columns(text) : 0) "s", text, "")
}
function right(text, width) {
	return sprintf("%" (width > columns(text) ? width - columns(text) : 0) "s%s", "", text)
}
function cut_to(text, width) {
	if (columns(text) <= width)
		return text
	text = substr(text, 1, width - 3)
	sub(/[\300-\367]?[\200-\277]*$/, "", text) # no part of a character
	return text "..."
}

# fold TEXT WIDTH PART: lines of whole words, in part[1] to part[n], of which it returns the
# number. A longer word has a line of its own.
function fold(text, width, part,   word, i, n, lines) {
	n = split(text, word, " ")
	part[lines = 1] = word[1]
	for (i = 2; i <= n; i++)
		if (columns(part[lines] " " word[i]) <= width)
			part[lines] = part[lines] " " word[i]
		else
			part[++lines] = word[i]
	return lines
}

# Prints a text behind a head in lines of at most `width` columns; further lines begin two
# columns behind the first one's text.
function print_folded(begin, text, width,   part, i, n) {
	if (columns(begin text) <= width) {
		print begin text
		return
	}
	n = fold(text, width - columns(begin) - 2, part)
	for (i = 1; i <= n; i++)
		print (i == 1 ? begin : left("", columns(begin) + 2)) part[i]
}
