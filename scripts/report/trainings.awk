# trainings.awk POSITIONS TABLE: the table with the phase training for what is unknown and
# in an outermost cycle with kernels of a forward and of a backward pass; to put behind
# table.awk and passes.awk. POSITIONS are of trace-cycles with phases; the table is of
# cycles, or of kernels with the cycle that holds them (work.awk).
file == 1 && FNR > 1 && $c["level"] == 1 && $c["phase"] == "unknown" {
	has[$c["device"] ":" $c["stream"] ":" $c["cycle"], pass_of($c["name"])]
}
file == 1 {
	next
}
FNR > 1 && $c["phase"] == "unknown" {
	cycle = "outer" in c ? $c["outer"] : $c["device"] ":" $c["stream"] ":" $c["cycle"]
	if (((cycle, "forward") in has) && ((cycle, "backward") in has))
		$c["phase"] = "training"
}
{
	print
}
