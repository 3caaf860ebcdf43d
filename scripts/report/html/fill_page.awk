# fill_page.awk - text for a page; @title@ stands for the title. To put behind escape.awk.
BEGIN {
	title = escaped(title)
	gsub(/[\\&]/, "\\\\&", title)
}
FILENAME ~ /[.]html$/ {
	gsub(/@title@/, title)
	print
	next
}
{ print escaped($0) }
