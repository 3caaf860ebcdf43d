# wider_operations.awk WORK... TABLE: the last table, which is one of the others, too, where an operation
# that not all tables have becomes a wider one that another table has instead: attention for
# attention_decode. To put behind table.awk.
FNR == 1 {
	last = file == ARGC - first_file()
	if (last)
		print
	next
}
!last { has[file, $c["operation"]]; next }
{
	$c["operation"] = wide($c["operation"])
	print
}

# How many arguments come before the tables.
function first_file(   i) {
	for (i = 1; ARGV[i] ~ /^[a-z_]+=/; i++)
		;
	return i
}
# Has a table that lacks the operation this wider one?
function instead(name, stem,   i) {
	for (i = 1; i < file; i++)
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
