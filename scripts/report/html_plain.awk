# html_plain.awk: a cell of TSV as text of HTML; to put before what prints it.
function plain(text) {
	gsub(/\\[tnr]/, " ", text)
	gsub(/\\\\/, "\\", text)
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	return text
}
