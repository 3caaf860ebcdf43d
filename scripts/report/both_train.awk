# both_train.awk: of pairs that trace-align prints, training if both sides have kernels of
# a backward and of a forward pass, else nothing; to put behind table.awk and passes.awk.
FNR > 1 {
	a[pass_of($c["a_name"])]
	b[pass_of($c["b_name"])]
}
END {
	if (("backward" in a) && ("forward" in a) && ("backward" in b) && ("forward" in b))
		print "training"
}
