# instances.awk ids=N WORKED RUNS: the runs that work, with how many kernels each has itself, and
# how long these and those of all that it holds keep the GPU busy. The numbers of events are
# below N. To put behind categories.awk.

FNR == 1 && file == 1 {
	make_places(direct, ids)
	make_places(subtree, ids)
	make_places(count, ids)
}
file == 1 && $c["launched"] == "" { subtree[$c["holder"] + 1] = $c["busy_us"] }
file == 1 && $c["launched"] != "" {
	direct[$c["holder"] + 1] = $c["busy_us"]
	count[$c["holder"] + 1] = $c["count"]
}
file == 2 && FNR == 1 { print $0, "num_kernels", "direct_us", "subtree_us" }
file == 2 && FNR > 1 && $c["works"] {
	i = $c["event"] + 1
	print $0, count[i], direct[i], subtree[i]
	note_category(key(keys), $c["category"] "")
}
