# shellcheck shell=sh disable=SC2034,SC2154 # variables of the scripts
# choice.sh - the options of scripts that say what of two traces is compared.

one_step='' choice=''

# choose OPTION [VALUE]: adds to choice which cycles of two traces are compared, as
# trace-align's options; or sets one_step, so that all kernels of a GPU are one step, of
# which nothing inside is compared.
choose() {
	case $1,${2-} in
	--whole,) one_step=--whole && return ;;
	--all, | --step,) ;;
	--phase,prefill | --phase,decode | --phase,mixed | --phase,training | --phase,unknown) ;;
	--phase,*) wrong "--phase takes prefill, decode, mixed, training or unknown, not '$2'" ;;
	--cycle,[1-9]*,[1-9]*)
		case $2 in *[!0-9,]* | *,*,*) wrong "--cycle takes A,B, not '$2'" ;; esac
		;;
	*) wrong "--cycle takes A,B, not '${2-}'" ;;
	esac
	choice="$choice $*"
	case $choice in *--all*--cycle* | *--cycle*--all*) wrong "--cycle excludes --all" ;; esac
}

set_all() { choose --all; }
set_step() { choose --step; }
set_whole() { choose --whole; }
set_cycle() { choose --cycle "$1"; }
set_phase() { choose --phase "$1"; }

# own_whole: a filter for what trace-align says, which suggests an option of trace-cycles: the
# script has it, too, but for the classic ones.
own_whole() {
	sed "${classic:+/--whole of trace-cycles/d;}s/--whole of trace-cycles/--whole/"
}
