# escape.awk: text for HTML, and a cell of TSV as such; to put before what prints them.
function escaped(text) {
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	return text
}
function plain(text) {
	gsub(/\\[tnr]/, " ", text)
	gsub(/\\\\/, "\\", text)
	return escaped(text)
}
