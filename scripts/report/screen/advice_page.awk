# advice_page.awk advice_page=FILE: the table of advice as a page in sections, one for each
# finding; to put behind screen.awk, which reads that table.

table[file] == "advice" && advice_page != "" {
	if (FNR == 2) {
		print "section", "text" >advice_page
		print "possible savings", "The largest first. They overlap: do not add them up. The last line of each is the command that shows it." >advice_page
	}
	of_finding = ++told ": " $c["advice"]
	tell_more(worth("about", $c["saves_us"], $c["saves_pct"], $c["sure"], $c["gains_us"], $c["of_us"], $c["replay_error_pct"], $c["per"]))
	tell_more($c["detail"])
	tell_more($c["evidence"] == "" ? "" : "$ " $c["evidence"])
}
function tell_more(text) {
	if (text != "")
		print of_finding, text >advice_page
}
