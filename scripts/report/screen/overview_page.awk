# overview_page.awk - the screen as a page in sections; to put behind screen.awk and caveats.awk.

# The overview is a page in sections, as csv2xlsx has them. A text of a section:
function tell(section, text) {
	print section, text, "", "", "", "", "", ""
}

# One of its numbers, and what it is about.
function tell_number(what, number, about) {
	print "in numbers", "", what, number, about, "", "", ""
}

function tell_numbers() {
	tell_number("GPU busy", percent(share["busy"]), spoken(mean(time["busy"])) "; idle " spoken(mean(time["idle"])) \
		(devices > 1 ? "; means of " devices " GPUs" : ""))
	if (step != "")
		tell_number(what[step] ~ / step(:|$)/ ? "step time" : "period", period[step] == "" ? "" : spoken(period[step]), \
			what[step] ": " plural(reps[step], "repeat") ", " percent(coverage[step]) " of the kernel time")
	if (tops)
		tell_number("most expensive kernel", spoken(top_us[1]), \
			(top_name[1] == "" ? "?" : top_name[1]) ": " plural(top_count[1], "call"))
}

function tell_all(   i) {
	print "section", "text", "what", "number", "about", "category", "time (ms)", "share (%)"
	tell("result", "The GPU is busy for " percent(share["busy"]) " of the time" \
		(classes ? "; " percent(class_pct[1]) " of the work is " class[1] : "") ".")
	tell("trace", title)
	tell("trace", where())
	tell("trace", extent() "; " state_of_file())
	tell("trace", phase_shares())
	tell_numbers()
	for (i = 1; i <= findings; i++)
		tell("what to do", gain(i) (detail[i] == "" ? "" : " (" detail[i] ")"))
	if (!findings)
		tell("what to do", "No rule of trace-advise finds a gain.")
	for (i = 1; i <= notes; i++)
		tell("caveats", caveat[i])
	if (!notes)
		tell("caveats", "none")
	for (i = 1; i <= classes && i <= ROWS; i++)
		print "where the time goes", "", "", "", "", class[i], sprintf("%.3f", class_us[i] / 1000), sprintf("%.2f", class_pct[i])
}
