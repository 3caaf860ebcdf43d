# trainings.awk POSITIONS TABLE: the table with the phase training for what is unknown and
# in an outermost cycle of which trace-phase says so; to put behind table.awk. POSITIONS are
# of trace-cycles with phases; the table is of cycles, or of kernels with the cycle that
# holds them (work.awk).
file == 1 && FNR > 1 && $c["level"] == 1 && $c["phase_reason"] ~ /^training:/ {
	trains[$c["device"] ":" $c["stream"] ":" $c["cycle"]]
}
file == 1 { next }
FNR > 1 && $c["phase"] == "unknown" {
	cycle = "outer" in c ? $c["outer"] : $c["device"] ":" $c["stream"] ":" $c["cycle"]
	if (cycle in trains)
		$c["phase"] = "training"
}
{ print }
