# python.awk - functions that print a list of JSON as Python does it.
#
# In a table, JSON has two backslashes where it has one.

function quoted(text) {
	gsub(/\\\\"/, "\"", text)
	return (text ~ /'/ && text !~ /"/) ? "\"" text "\"" : "'" text "'"
}
# A tuple of tuples, and a list of lists.
function python(json) {
	if (json == "" || json in printed)
		return printed[json]
	return printed[json] = python_of(json, "(", ")")
}
function python_list(json) {
	return python_of(json, "[", "]")
}
function python_of(json, open, close_with,   n, i, ch, out, depth, items) {
	n = length(json)
	for (i = 1; i <= n; i++) {
		ch = substr(json, i, 1)
		if (ch == "[") {
			items[depth]++
			items[++depth] = 0
			out = out open
		} else if (ch == "]") {
			out = out (items[depth--] == 1 && open == "(" ? "," : "") close_with
		} else if (ch == ",") {
			out = out ", "
		} else if (ch == "\"") {
			items[depth]++
			match(substr(json, i + 1), /^([^"\\]|\\\\(\\\\|[^\\]))*/)
			out = out quoted(substr(json, i + 1, RLENGTH))
			i += RLENGTH + 1
		} else {
			items[depth]++
			match(substr(json, i), /^[^],]*/)
			out = out substr(json, i, RLENGTH)
			i += RLENGTH - 1
		}
	}
	return out
}
