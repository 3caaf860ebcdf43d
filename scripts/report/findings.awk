# findings.awk: at most five findings of two lines each, from the table of advice; what
# costs or saves time has its share of it, and a command is said once in a row. To put behind spoken.awk.
BEGIN { FS = OFS = "\t" }
NR == 1 || NR > 6 { next }
{
	head = $2 == "" ? "" : sprintf("%s %s, %s %%, %s: ", answered ? "costs" : "up to", spoken($2), $3, $4)
	line = $1 ~ /^(nothing|result)$/ ? $5 : NR - 1 - answered "  " head $5
	answered += $1 == "result"
	print (length(line) > 100 ? substr(line, 1, 97) "..." : line)
	detail = length($6) > 80 ? substr($6, 1, 77) "..." : $6
	command = $7 == shown ? "" : "$ " $7
	shown = $7
	print "   " detail (detail == "" || command == "" ? "" : "  ") command
}
