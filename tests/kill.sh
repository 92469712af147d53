#!/bin/sh
# kill.sh BUILD PROBES CAPTURES: kills the probe PROBES times and `make capture` CAPTURES times, by four signals at random
# moments, and checks what is left: whole lines, every trial from the first to the last, a last line that says so where
# the signal can be heard, and that reduce reads it. Of `make capture` also that no trial that was there is gone later,
# and that it goes on to its end. Prints counts; ends with status 1 at the first fault.
set -eu
LC_ALL=C
export LC_ALL
build=$(cd "$1" && pwd) probes=$2 captures=$3
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# COUNT MOST SEED: so many lines "seconds signal", the signals in turn.
moments() {
	awk -v count="$1" -v most="$2" -v seed="$3" 'BEGIN {
		srand(seed)
		split("TERM INT HUP KILL", signal, " ")
		for (i = 0; i < count; i++)
			printf "%.3f %s\n", most * rand(), signal[i % 4 + 1]
	}'
}

fault() {
	echo "kill.sh: $1" >&2
	exit 1
}

# FILE SIGNAL: prints how many trials of a capture are finished, and reduces them.
trials_of() {
	[ -s "$1" ] || { echo 0 && return; }
	whole=$1
	if [ "$(tail -c 1 "$1" | wc -l)" -ne 1 ]; then
		# A write that is killed can end with its page: that trial was not finished.
		[ "$2" = KILL ] || fault "$1, after $2: the last line is cut"
		whole=$1.whole
		sed '$d' "$1" >"$whole"
	fi
	[ "$2" = KILL ] || tail -n 1 "$1" | grep -q '^# end: ' || fault "$1, after $2: no last line"
	count=$(awk -F , '
		/^#/ { next }
		$1 == "experiment" { fields = NF; next }
		NF != fields { print "line " NR " has " NF " fields"; exit }
		$1 == "competitor" && $2 == last { next }
		$2 != last + 1 { print "trial " $2 " follows " last; exit }
		{ last = $2; timed += $1 == "sweep" || $1 == "adjacency" }
		END { print timed + 0 }' "$whole")
	case $count in
	*[!0-9]*) fault "$1, after $2: $count" ;;
	0) ;;
	*) "$build/reduce" -q "$1" || fault "$1, after $2: reduce cannot read it" ;;
	esac
	echo "$count"
}

tiny='--max=16K --per-octave=1 --rounds=2 --trials=100 --target-ms=1 --spin-ms=0 --no-adjacency --no-controls'
# A shell's background process does not hear SIGINT; and make and all below it are one group, as at a terminal.
group='setpgrp(0, 0); $SIG{INT} = "DEFAULT"; exec @ARGV or exit 127'

# Four at a time, for most of it is waiting.
lanes=4
lane() { # NUMBER: of every four moments one; leaves its counts
	sum=0 begun=0
	file=$work/$1.csv
	awk -v lane="$1" -v lanes=$lanes 'NR % lanes == lane' "$work/moments" >"$work/moments.$1"
	while read -r seconds signal; do
		rm -f "$file"
		# shellcheck disable=SC2086 # the options are words
		"$build/probe" $tiny -o "$file" 2>/dev/null &
		probe=$!
		sleep "$seconds"
		kill -"$signal" "$probe" 2>/dev/null || :
		wait "$probe" 2>/dev/null || :
		trials=$(trials_of "$file" "$signal") || exit 1
		sum=$((sum + trials))
		[ "$trials" = 0 ] || begun=$((begun + 1))
	done <"$work/moments.$1"
	echo "$begun $sum" >"$work/counts.$1"
}

moments "$probes" 0.25 1 >"$work/moments"
number=0
while [ $number -lt $lanes ]; do
	lane $number &
	number=$((number + 1))
done
wait
[ "$(ls "$work"/counts.* | wc -l)" -eq $lanes ] || exit 1
# Where hardly one had begun to measure, nothing was tested.
[ $((4 * $(cat "$work"/counts.* | awk '{ begun += $1 } END { print begun + 0 }'))) -ge "$probes" ] ||
	fault "too few were killed after their first trial: $(cat "$work"/counts.*)"
cat "$work"/counts.* | awk -v probes="$probes" '{ begun += $1; sum += $2 } END { print probes " probes killed, " begun \
	" of them after their first trial: " sum " trials, each whole and reduced" }'

mkdir "$work/probe" "$work/plot" "$work/build"
cp "$here/Makefile" "$work"
cp "$here/plot/report.mk" "$work/plot"
cp "$here"/probe/*.sh "$work/probe"
printf '#!/bin/sh\nfor file; do :; done\nexec "%s/probe" %s -o "$file"\n' "$build" "$tiny" >"$work/build/probe"
chmod +x "$work/build/probe"

MAKEFLAGS='' MAKELEVEL=''
export MAKEFLAGS MAKELEVEL
cd "$work"
all=0 turn=0
moments "$captures" 1.5 2 >moments
while read -r seconds signal; do
	perl -e "$group" make -s capture PLAN=full >said 2>&1 &
	capture=$!
	# Every second one is killed after its first trial, the others at any moment.
	turn=$((turn + 1)) waited=0
	while [ $((turn % 2)) = 0 ] && [ $waited -lt 100 ] && ! grep -q '^sweep,' captures/*/*.part 2>/dev/null; do
		sleep 0.1
		waited=$((waited + 1))
	done
	sleep "$seconds"
	kill -"$signal" -"$capture" 2>/dev/null || :
	wait "$capture" 2>/dev/null || :
	# make does not wait for the script, which still puts away what was measured.
	while kill -0 -"$capture" 2>/dev/null; do
		sleep 0.05
	done
	sum=0
	for file in captures/*/*.csv captures/*/*.csv.stopped* captures/*/*.csv.part; do
		[ -f "$file" ] || continue
		trials=$(trials_of "$file" KILL) || exit 1
		sum=$((sum + trials))
	done
	[ "$sum" -ge "$all" ] || fault "after $signal $((all - sum)) trials are gone"
	all=$sum
done <moments
[ "$all" -gt 0 ] || fault "no make capture was killed after a trial"
make -s capture PLAN=full >said 2>&1 || fault "make capture does not go on: $(cat said)"
[ -z "$(ls -A captures/* | grep -e '[.]part' -e unfinished)" ] || fault "something is left unfinished"
echo "$captures times make capture killed: $all trials kept, and it went on to its end"
