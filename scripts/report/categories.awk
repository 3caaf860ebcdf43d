# categories.awk keys=COLUMNS PAIRS: the categories of each launcher as a list, in their
# order, from rows of a category and these columns.

FNR > 1 {
	k = key(keys)
	for (i = ++categories[k]; i > 1 && item[k, i - 1] > $c["category"] ""; i--)
		item[k, i] = item[k, i - 1]
	item[k, i] = $c["category"] ""
}
END {
	gsub(/,/, OFS, keys)
	print keys, "categories"
	for (k in categories) {
		list = ""
		for (i = 1; i <= categories[k]; i++)
			list = list (i > 1 ? ", " : "") "'" item[k, i] "'"
		print k, "[" list "]"
	}
}
