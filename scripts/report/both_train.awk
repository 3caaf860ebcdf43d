# both_train.awk A B: training if trace-phase says so of a step in each of two tables of
# cycles, else nothing; to put behind table.awk.
FNR > 1 && $c["phase_reason"] ~ /^training:/ {
	trains[file]
}
END {
	if ((1 in trains) && (2 in trains))
		print "training"
}
