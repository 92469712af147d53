#!/bin/sh
# Measures a machine in several passes, each a capture of its own, into one folder, and packs them to be sent.
#
# usage: sh collect.sh [-s Darwin|Linux] [-p PROBE] [-f FOLDER] [-x OPTIONS]
#
#   -s  the passes of this system (the one it runs on)
#   -p  the probe (the one beside this script: built here, or ready-made for this processor)
#   -f  where the captures go (./cachestair-capture)
#   -x  options of the probe's that are added to every pass
#
# It can be stopped at any time. Run again, it keeps every finished pass and goes on with the rest.
set -u

here=$(cd "$(dirname "$0")" && pwd)
system=$(uname -s) probe='' folder=cachestair-capture extra=''
while getopts s:p:f:x: option; do
	case $option in
	s) system=$OPTARG ;;
	p) probe=$OPTARG ;;
	f) folder=$OPTARG ;;
	x) extra=$OPTARG ;;
	*) exit 2 ;;
	esac
done

# NAME SECONDS OPTIONS, one pass a line.
passes() {
	case $system in
	Darwin)
		cat <<-'END'
			interactive 60 --qos interactive --quick --target-ms 20
			background 75 --qos background --quick --target-ms 20
			page 70 --preset page --qos interactive --quick --target-ms 10
			crowded 110 --preset crowded --qos interactive --quick --target-ms 10
			private 20 --preset private --qos interactive --rounds 3
		END
		;;
	*) echo "quick 20 --quick" ;;
	esac
}

# The probe that was built beside this script; else the ready-made one. Under Rosetta uname says x86_64 on an Apple
# processor, so that the processor itself is asked.
find_probe() {
	[ -n "$probe" ] && return
	machine=$(uname -m)
	[ "$(sysctl -n hw.optional.arm64 2>/dev/null)" = 1 ] && machine=arm64
	for probe in "$here/cachestair-probe" "$here/probe-macos-$machine" ''; do
		[ -x "$probe" ] && [ ! -d "$probe" ] && break
	done
	# What a browser fetched is marked, and macOS refuses to run it.
	[ -n "$probe" ] && xattr -d com.apple.quarantine "$probe" 2>/dev/null
	return 0
}

is_complete() {
	[ "$(tail -n 1 "$1" 2>/dev/null)" = '# end: complete' ]
}

minutes() {
	echo "about $((($1 + 59) / 60)) min"
}

fail() {
	echo "collect: $*" >&2
	exit 1
}

find_probe
[ -n "$probe" ] || fail "there is no probe beside this script; build it with: make"
"$probe" --version >/dev/null || fail "$probe does not run here; build it with: make"
mkdir -p "$folder" || exit 1
count=$(passes | wc -l | tr -d ' ')
left=0
for name in $(passes | cut -d ' ' -f 1); do
	is_complete "$folder/$name.csv" || left=$((left + $(passes | grep "^$name " | cut -d ' ' -f 2)))
done
if [ "$left" -gt 0 ]; then
	echo "This measures the caches and the memory of this machine in $count passes, $(minutes $left) in all."
	echo "Close other programs, plug in the power, and leave the machine alone meanwhile. It can be stopped with"
	echo "control-C; the same command then goes on with the passes that are missing."
fi
# Where there is such a program, it keeps a Mac from falling asleep while this script runs.
command -v caffeinate >/dev/null && caffeinate -i -w $$ &

stopped='' failed='' number=0
trap 'stopped=yes' INT TERM
for name in $(passes | cut -d ' ' -f 1); do
	number=$((number + 1))
	seconds=$(passes | grep "^$name " | cut -d ' ' -f 2)
	options=$(passes | grep "^$name " | cut -d ' ' -f 3-)
	file=$folder/$name.csv
	if is_complete "$file"; then
		echo "pass $number of $count, $name: is there already"
		continue
	fi
	rm -f "$file" # of a pass that was stopped: its trials are taken anew
	echo "pass $number of $count, $name: $(minutes "$seconds")"
	# The options are words, and stand unquoted for that.
	"$probe" $options $extra --label "$name" -o "$file" || failed="$failed $name"
	[ -z "$stopped" ] || break
done
if [ -n "$stopped" ]; then
	echo "Stopped. The finished passes are kept in $folder; the same command goes on."
	exit 130
fi
COPYFILE_DISABLE=1 tar czf "$folder.tar.gz" "$folder"/*.csv || fail "$folder.tar.gz cannot be written"
[ -z "$failed" ] || echo "These passes failed, for the reason printed above them:$failed"
echo "Done. Send this file: $folder.tar.gz"
[ -z "$failed" ]
