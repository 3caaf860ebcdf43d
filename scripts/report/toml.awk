# toml.awk KEYS FILE: the values of a file of settings in TOML, one "section.key TAB
# value" a line. It reads a part of TOML v1.0.0: [section], and key = value on one line,
# where the value is a number, true, false, or a string without escapes but \" and \\.
# On anything else it says which line it cannot read, on standard error, and ends with 2.

function fail(what) {
	print name ":" FNR ": " what ": " $0 >"/dev/stderr"
	exit 2
}
function trimmed(text) {
	sub(/^[ \t]+/, "", text)
	sub(/[ \t]+$/, "", text)
	return text
}
# The rest of a line behind a value: nothing, or a comment.
function check_rest(text) {
	if (text !~ /^[ \t]*(#.*)?$/)
		fail("needs one value")
}
function string_of(text,   value) {
	if (match(text, /^'[^']*'/)) {
		check_rest(substr(text, RLENGTH + 1))
		return substr(text, 2, RLENGTH - 2)
	}
	if (text ~ /^"""/ || !match(text, /^"([^"\\]|\\["\\])*"/))
		fail("needs a string on one line, with no escapes but \\\" and \\\\")
	value = substr(text, 2, RLENGTH - 2)
	check_rest(substr(text, RLENGTH + 1))
	gsub(/\\"/, "\"", value)
	gsub(/\\\\/, "\\", value)
	return value
}
function value_of(text) {
	if (text ~ /^["']/)
		return string_of(text)
	sub(/[ \t]*#.*/, "", text)
	if (text ~ /^(true|false)$/)
		return text
	if (text !~ /^[-+]?(0|[1-9](_?[0-9])*)([.][0-9](_?[0-9])*)?([eE][-+]?[0-9](_?[0-9])*)?$/)
		fail("needs a number, true, false or a string")
	gsub(/_/, "", text)
	return text
}

{
	sub(/\r$/, "")
}
/^[ \t]*(#.*)?$/ { next }
/^[ \t]*\[/ {
	if ($0 !~ /^[ \t]*\[[ \t]*[A-Za-z0-9_-]+[ \t]*\][ \t]*(#.*)?$/)
		fail("needs [section]")
	match($0, /[A-Za-z0-9_-]+/)
	section = substr($0, RSTART, RLENGTH)
	if (section in sections)
		fail("the section is there twice")
	sections[section]
	next
}
{
	if (!match($0, /^[ \t]*[A-Za-z0-9_-]+[ \t]*=/))
		fail("needs key = value")
	key = trimmed(substr($0, 1, RLENGTH - 1))
	at = section "." key
	if (at in known)
		fail("the key is there twice")
	known[at]
	print at "\t" value_of(trimmed(substr($0, RLENGTH + 1)))
}
