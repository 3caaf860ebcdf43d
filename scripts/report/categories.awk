# categories.awk -v keys=COLUMNS: the categories of each launcher as a list, from
# rows of a category and these columns, sorted.

BEGIN {
	FS = OFS = "\t"
	n = split(keys, name, ",")
	gsub(/,/, OFS, keys)
	print keys, "categories"
}
$1 != "category" { # the header
	k = $2
	for (i = 2; i <= n; i++)
		k = k OFS $(i + 1)
	known = list[k]
	list[k] = known (known == "" ? "" : ", ") "'" $1 "'"
}
END {
	for (k in list)
		print k, "[" list[k] "]"
}
