# findings.awk width=COLUMNS in_file=1: at most five findings, from the table of advice, with
# lines of that width; what costs or saves time has its share of it, and a command is said
# once in a row. A command that does not fit behind its finding has a line of its own, but
# in a file. Each pair of cycles has its own. To put behind spoken_time.awk and screen_text.awk.
NR == 1 { next }
$1 == "result" {
	if (answered)
		print ""
	answered = 1
	findings = 0
	shown = ""
}
findings == 5 { next }
{
	number = $1 ~ /^(nothing|result)$/ ? "" : ++findings "  "
	head = worth(answered ? "costs" : "about", $2, $3, $4, $8, $9, $10, $11)
	print_folded(number, (head == "" ? "" : head ": ") $5, width)
	detail = $1 == "result" ? $6 : cut_to($6, 160)
	command = $7 == shown ? "" : "$ " typed($7)
	shown = $7
	if (detail != "" && command != "" && !fits(detail "  " command)) {
		print_folded("   ", detail, width)
		detail = ""
	}
	if (detail command != "")
		print "   " detail (detail == "" || command == "" ? "" : "  ") command
}
# A cell as it is typed.
function typed(text) {
	gsub(/\\\\/, "\001", text)
	gsub(/\\t/, "\t", text)
	gsub(/\\n/, "\n", text)
	gsub(/\\r/, "\r", text)
	gsub(/\001/, "\\", text)
	return text
}
function fits(text) {
	return in_file || columns(text) + 3 <= width
}
