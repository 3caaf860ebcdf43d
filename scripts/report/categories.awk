# categories.awk keys=COLUMNS INSTANCES: the categories of each launcher, which has these
# keys, as a list, in their order.

FNR > 1 {
	k = key(keys)
	if ((k, $c["category"]) in seen)
		next
	seen[k, $c["category"]]
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
