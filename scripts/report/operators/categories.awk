# categories.awk keys=COLUMNS into=FILE [phase=PHASE INSTANCES]: the categories of each
# launcher, which has these keys, as a list, in their order, into FILE: of the runs that
# instances.awk finds, or of those of a phase, which are printed.

phase != "" && (FNR == 1 || $c["phase"] == phase)
phase != "" && FNR > 1 && $c["phase"] == phase { note_category(key(keys), $c["category"] "") }
function note_category(k, category,   i) {
	if ((k, category) in noted)
		return
	noted[k, category]
	for (i = ++categories[k]; i > 1 && item[k, i - 1] > category; i--)
		item[k, i] = item[k, i - 1]
	item[k, i] = category
}
END {
	gsub(/,/, OFS, keys)
	print keys, "categories" >into
	for (k in categories) {
		list = ""
		for (i = 1; i <= categories[k]; i++)
			list = list (i > 1 ? ", " : "") "'" item[k, i] "'"
		print k, "[" list "]" >into
	}
}
