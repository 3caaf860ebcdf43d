# wider_operations.awk tables=N WORK... WORK...: each of N tables, as the file wide beside it, where an
# operation that not all of them have becomes a wider one that another table has instead: attention
# for attention_decode. All of them come twice. To put behind table.awk.
FNR == 1 {
	wide_file = FILENAME
	sub(/[^\/]*$/, "wide", wide_file)
	if (file > tables)
		print >wide_file
	next
}
file <= tables { has[file, $c["operation"]]; next }
{
	$c["operation"] = wide($c["operation"])
	print >wide_file
}

# Has a table that lacks the operation this wider one?
function instead(name, stem,   i) {
	for (i = 1; i <= tables; i++)
		if (!((i, name) in has) && ((i, stem) in has))
			return 1
	return 0
}
function wide(name,   stem) {
	for (stem = name; sub(/_[^_]*$/, "", stem);)
		if (instead(name, stem))
			return stem
	return name
}
