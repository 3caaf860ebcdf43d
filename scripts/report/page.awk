# page.awk note=TEXT PAGE PAGE: the summary of trace-align in the order in which people read it:
# the doubt whether both are the same model is part of the result, the note comes before the
# other ones, and changes that are sure come before those that are not, which are sorted by
# size. To put behind table.awk.
function is_doubt() {
	return $1 == "note" && $c["what"] ~ /is it the same model[?]$/
}
file == 1 {
	if (is_doubt())
		doubt = doubt "\n" "result" substr($0, 5)
	next
}
is_doubt() { next }
$1 == "result" {
	print $0 doubt
	next
}
note != "" && FNR > 1 && $1 != "compared" {
	blank = $0
	gsub(/[^\t]+/, "", blank)
	print "note", note substr(blank, 2)
	note = ""
}
{ change = $1 == "change" && $c["what"] !~ /^(all else|sum)$/ }
change && $c["verdict"] !~ /^(faster|slower)$/ {
	keep($0, $c["delta_us"] < 0 ? -$c["delta_us"] : $c["delta_us"] + 0)
	next
}
!change {
	for (i = 1; i <= kept; i++)
		print unsure[i]
	kept = 0
}
{ print }

function keep(row, us,   i) {
	for (i = ++kept; i > 1 && size[i - 1] < us; i--) {
		unsure[i] = unsure[i - 1]
		size[i] = size[i - 1]
	}
	unsure[i] = row
	size[i] = us
}
