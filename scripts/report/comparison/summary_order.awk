# summary_order.awk note=TEXT PAGE PAGE: the summary of trace-align in the order in which people read it:
# the doubt whether both are the same model is part of the result, and the note comes before the
# other ones. To put behind table.awk.
function is_doubt() {
	return $1 == "note" && $c["what"] ~ /is it the same model[?]$/
}
file == 1 && is_doubt() { doubt = doubt "\n" "result" substr($0, 5) }
file == 1 || is_doubt() { next }
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
{ print }
