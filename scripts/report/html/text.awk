# text.awk - text for a page; @title@ stands for the title. To put behind plain.awk.
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
