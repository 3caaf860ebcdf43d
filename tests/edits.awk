# edits.awk BLOCKS=N SEEDS=N FOLDER=DIR: reads the table of a cycle and writes it to
# DIR/whole.tsv, and to DIR/NUMBER.tsv with one edit for each kind, block of the step and
# seed, whose times all differ by a normal deviation of NOISE, and by SPREAD in each repeat, if
# that is not empty. Prints for each kernel of the whole: NUMBER KIND, its position, the positions that
# may be its partner's, 0 for none, the names that the edit is about, and by how many us
# its kernel differs.
BEGIN {
	FS = OFS = "\t"
	kinds = split("scale delete fuse split reorder names insert", kind, " ")
}
function any(n) {
	seed = (seed * 16807) % 2147483647
	return int(seed / 2147483647 * n)
}
# A normal deviation, nearly: the sum of twelve equal ones. Its numbers are apart from the others.
function noise(   i, sum) {
	for (i = 0; i < 12; i++) {
		noise_seed = (noise_seed * 16807) % 2147483647
		sum += noise_seed / 2147483647 - 0.5
	}
	return 1 + NOISE * sum
}
# Copies kernel i to the edited step, its time by `factor`; how is its new name, if any.
function put(i, factor, how) {
	place++
	to_name[place] = how == "" ? name[i] : how
	to_us[place] = us[i] * factor
}
function put_same(i) {
	put(i, 1, "")
	partner[i] = place
}
function write_step(file, n, names, times,   i) {
	print "cycle", "reps", "position", "name", "count", "sum_us", SPREAD == "" ? "other" : "stddev_us" >file
	for (i = 1; i <= n; i++)
		printf "1\t%d\t%d\t%s\t%d\t%.3f\t%.3f\n", reps, i, names[i], reps, times[i], SPREAD * times[i] / reps >file
	close(file)
}
# The edit at kernel i; the next kernel that is not edited.
function edit(what, i,   j) {
	about = "|" name[i] "|"
	own = what == "split" ? -0.4 * us[i] / reps : 0
	if (what == "scale") {
		put(i, 1.5, "")
		partner[i] = place
	} else if (what == "delete") {
		partner[i] = 0
	} else if (what == "fuse") {
		for (j = i; j < i + 3; j++) {
			partner[j] = 0
			about = about name[j] "|"
		}
		put(i, 1.2, "one_kernel_for_three")
		about = about to_name[place] "|"
		return i + 3
	} else if (what == "split") {
		put(i, 0.6, "")
		partner[i] = place
		put(i, 0.2, "splitKreduce_kernel")
		about = about to_name[place] "|"
	} else if (what == "reorder" || what == "names") {
		put(i + 1, 1, "")
		put(i, 1, "")
		if (what == "names") { # each has the other's time
			j = to_us[place]
			to_us[place] = to_us[place - 1]
			to_us[place - 1] = j
		}
		partner[i] = what == "names" ? place " " place - 1 : place
		partner[i + 1] = what == "names" ? place - 1 " " place : place - 1
		about = about name[i + 1] "|"
		return i + 2
	} else {
		put(1 + any(n), 1, "")
		about = "|" to_name[place] "|"
		put_same(i)
	}
	return i + 1
}
# Is there a place for the edit at kernel i, which is no longer the same then?
function fits(what, i) {
	if (what == "split")
		return name[i] ~ /gemm|Cijk_A/
	return i + 3 <= n && name[i] != name[i + 1] && name[i + 1] != name[i + 2]
}
NR == 1 {
	for (i = 1; i <= NF; i++)
		c[$i] = i
	next
}
$c["position"] != last {
	name[++n] = $c["name"]
	us[n] = $c["sum_us"]
	reps = $c["reps"]
	last = $c["position"]
}
END {
	write_step(FOLDER "/whole.tsv", n, name, us)
	for (s = 1; s <= SEEDS; s++)
		for (k = 1; k <= kinds; k++)
			for (b = 0; b < BLOCKS; b++) {
				seed = 7919 * s + 104729 * k + 1299709 * b
				any(2)
				any(2)
				first = 1 + int(n * b / BLOCKS)
				size = int(n * (b + 1) / BLOCKS) - first + 1
				at = first + any(size)
				for (tries = 0; tries < size && !fits(kind[k], at); tries++)
					at = first + (at - first + 1) % size
				if (tries == size)
					continue
				number++
				place = 0
				for (i = 1; i <= n;)
					if (i == at)
						i = edit(kind[k], i)
					else
						put_same(i++)
				noise_seed = seed
				for (i = 1; i <= place; i++)
					to_us[i] *= noise()
				write_step(FOLDER "/" number ".tsv", place, to_name, to_us)
				for (i = 1; i <= n; i++)
					print number, kind[k], i, partner[i], about, own
			}
}
