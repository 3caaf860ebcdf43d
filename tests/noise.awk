# noise.awk - runs of a program, made up of real repeats, for trace-align
#
# Reads tables of `trace-cycles --events` and writes a1.tsv to a5.tsv, and as many
# of b: runs of the same cycles, TRIALS of each, all in one table under names of
# their own. A run takes any repeats of the trace, and is slower or faster than the
# others by a normal deviation of 0.5 %.

# Park and Miller's minimal standard generator: the same numbers under every awk.
function uniform() {
	seed = (seed * 16807) % 2147483647
	return seed / 2147483647
}

# Box and Muller
function normal() {
	return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform())
}

function median(list, n,   i, j, x) {
	for (i = 2; i <= n; i++) {
		x = list[i]
		for (j = i - 1; j > 0 && list[j] > x; j--)
			list[j + 1] = list[j]
		list[j + 1] = x
	}
	return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}

# One cycle of a run: any REPS of its repeats.
function write_cycle(file, trial, c, factor,   p, r, x, sum, squares, list, v, drawn) {
	for (r = 1; r <= REPS; r++)
		drawn[r] = int(uniform() * reps[c]) + 1
	for (p = 1; p <= kernels[c]; p++) {
		sum = squares = 0
		for (r = 1; r <= REPS; r++) {
			x = ns[c, p, drawn[r]] * factor
			list[r] = x
			sum += x
			squares += x * x
		}
		v = (squares - sum * sum / REPS) / (REPS - 1)
		printf "%d\t%d\t%d\tt%dk%d\t%d\t%.3f\t%.3f\t%.3f\n", trial, REPS, p, trial, p,
			REPS, sum / 1000, median(list, REPS) / 1000, (v > 0 ? sqrt(v) : 0) / 1000 >file
	}
}

BEGIN {
	FS = "\t"
	seed = 20131
	REPS = 10
}
FNR == 1 {
	for (i = 1; i <= NF; i++)
		at[$i] = i
	next
}
$at["position"] == "" || $at["rep"] ~ /p/ || $at["position"] > 60 { next }
{
	c = FILENAME SUBSEP $at["device"] SUBSEP $at["stream"] SUBSEP $at["cycle"]
	if (!(c in number)) {
		number[c] = ++cycles
		kernels[cycles] = reps[cycles] = 0
	}
	c = number[c]
	ns[c, $at["position"], $at["rep"]] = int($at["dur_us"] * 1000 + 0.5)
	if ($at["position"] > kernels[c])
		kernels[c] = $at["position"] + 0
	if ($at["rep"] > reps[c])
		reps[c] = $at["rep"] + 0
}
END {
	for (i = 1; i <= 5; i++)
		for (side = 1; side <= 2; side++)
			print "cycle\treps\tposition\tname\tcount\tsum_us\tmedian_us\tstddev_us" >substr("ab", side, 1) i ".tsv"
	for (c = 1; c <= cycles; c++) {
		if (reps[c] < 2 * REPS || kernels[c] >= 60)
			continue
		for (k = 0; k < TRIALS; k++) {
			trial++
			for (i = 1; i <= 10; i++)
				write_cycle(substr("ab", i > 5 ? 2 : 1, 1) (i - 1) % 5 + 1 ".tsv", trial, c,
					exp(0.005 * normal()))
		}
	}
	print trial
}
