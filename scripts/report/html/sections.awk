# sections.awk TABLE: a page in sections as HTML: text as a list, numbers as a table. The
# time by kind of work is left to a picture.
function finish() {
	if (open != "")
		print "</" open ">"
	open = ""
}
function begin(tag) {
	finish()
	if (section != "result")
		print "<h2>" toupper(substr(section, 1, 1)) plain(substr(section, 2)) "</h2>"
	if (tag != "")
		print "<" tag ">"
	open = tag
}
NR == 1 || $1 == "where the time goes" { next }
$1 != section {
	section = $1
	begin(section == "result" ? "" : $2 == "" ? "table" : "ul")
}
open == "table" {
	print "<tr><td>" plain($3) "</td><td class=n>" plain($4) "</td><td>" plain($5) "</td></tr>"
	next
}
{ print (open == "" ? "<p class=result>" plain($2) "</p>" : "<li>" plain($2) "</li>") }
END { finish() }
