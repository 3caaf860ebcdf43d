# rounded.awk: a table for people: shares with two decimals, ratios with three.

FNR == 1 {
	for (i = 1; i <= NF; i++)
		form[i] = $i ~ /_pct$/ ? "%.2f" : $i ~ /(^|_)ratio(_|$)/ ? "%.3f" : ""
	print
	next
}
{
	for (i = 1; i <= NF; i++)
		if (form[i] != "" && $i != "")
			$i = sprintf(form[i], $i)
	print
}
