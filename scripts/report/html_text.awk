# html_text.awk - text for a page; @title@ stands for the title.
BEGIN {
	title = plain(title)
	gsub(/[\\&]/, "\\\\&", title)
}
function plain(text) {
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	return text
}
FILENAME ~ /[.]html$/ {
	gsub(/@title@/, title)
	print
	next
}
{
	print plain($0)
}
