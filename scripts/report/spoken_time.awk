# spoken_time.awk: a time in us as people say it; to put before what prints for them. What
# would be rounded up to the next unit or digit has it.
function spoken(us) {
	return spoken_like(us, us) (us >= 999950 ? " s" : us >= 999.95 ? " ms" : " us")
}
# Without a unit: in that of another time, and with as many decimals.
function spoken_like(other, us) {
	if (other >= 999950)
		return sprintf("%.3f", us / 1e6)
	if (other >= 9995)
		return sprintf("%.1f", us / 1e3)
	return other >= 999.95 ? sprintf("%.2f", us / 1e3) : sprintf("%.1f", us)
}

# The worth of a finding, and how sure that is: the gain of a replay of the trace, of how much, in
# percent, and the replay's error; else the time that it costs or saves. Empty without a time.
function worth(costs, us, pct, sure, saving, of, error, per) {
	if (saving != "" && 100 * saving / of < 0.05)
		return sprintf("gains nothing of %s%s (replay error %.1f %%), as other work takes as long", spoken(of), \
			per == "step" ? " per step (mean)" : "", error)
	if (saving != "")
		return sprintf("gains %s of %s%s, %.1f %% (replay error %.1f %%), %s", spoken(saving), spoken(of), \
			per == "step" ? " per step (mean)" : "", 100 * saving / of, error, sure)
	return us == "" ? "" : costs " " spoken(us) ", " pct " %, " sure
}
