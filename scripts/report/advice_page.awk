# advice_page.awk ADVICE: the table of advice as a page in sections, one for each finding; to
# put behind table.awk and spoken.awk.

FNR == 1 {
	print "section", "text"
	print "possible savings", "The largest first. They overlap: do not add them up. The last line of each is the command that shows it."
	next
}
{
	title = ++findings ": " $c["advice"]
	if ($c["gains_us"] != "")
		tell(gains_text($c["gains_us"], $c["of_us"], $c["replay_error_pct"], $c["per"]) ", " $c["sure"])
	else if ($c["saves_us"] != "")
		tell("up to " spoken($c["saves_us"]) ", " $c["saves_pct"] " %, " $c["sure"])
	tell($c["detail"])
	tell($c["evidence"] == "" ? "" : "$ " $c["evidence"])
}
function tell(text) {
	if (text != "")
		print title, text
}
