# advice_page.awk ADVICE: the table of advice as a page in sections, one for each finding; to
# put behind table.awk and spoken.awk.

FNR == 1 {
	print "section", "text"
	print "possible savings", "The largest first. They overlap: do not add them up. The last line of each is the command that shows it."
	next
}
{
	title = ++findings ": " $c["advice"]
	tell(worth("about", $c["saves_us"], $c["saves_pct"], $c["sure"], $c["gains_us"], $c["of_us"], $c["replay_error_pct"], $c["per"]))
	tell($c["detail"])
	tell($c["evidence"] == "" ? "" : "$ " $c["evidence"])
}
function tell(text) {
	if (text != "")
		print title, text
}
