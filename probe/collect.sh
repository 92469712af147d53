#!/bin/sh
# collect.sh [-n] PROBE PARENT [PLAN [LABEL]]: runs the passes of a plan into one new folder below PARENT, a capture
# each. A folder that was left unfinished is continued: finished passes are kept, the one that was stopped is run again.
# -n says what would be run and how long it takes. PLAN: quick, full (Linux) or mac; by default or if empty quick on
# Linux, mac on macOS. LABEL is what a person calls this machine: the folder bears it in place of the model's name, and
# every capture before its pass as its label, so that machines of one model are told apart.
set -eu

only_say=
if [ "${1:-}" = -n ]; then
	only_say=yes
	shift
fi
if [ $# -lt 2 ]; then
	echo "usage: collect.sh [-n] PROBE PARENT [PLAN [LABEL]]" >&2
	exit 2
fi
probe=$1 parent=$2 label=${4:-}
system=$(uname -s)
case $system in
Darwin) plan=${3:-mac} ;;
*) plan=${3:-quick} ;;
esac

# plan | file | about how many seconds | options of the probe
passes='
quick | quick                | 25  | --quick
full  | default              | 420 | --no-adjacency
full  | huge                 | 25  | --quick --huge
full  | quick                | 25  | --quick
full  | clock-5us            | 25  | --quick --coarsen-ns=5000
full  | clock-1ms            | 25  | --quick --coarsen-ns=1000000
full  | page                 | 30  | --quick --order=both --no-adjacency
full  | crowded              | 30  | --quick --competitors=1 --competitor-size=64M --competitor-mode=stream --no-adjacency
full  | private              | 30  | --quick --private-test=512K,512K,4M,16M
mac   | background           | 75  | --qos=background --quick --target-ms=20
mac   | interactive          | 75  | --qos=interactive --quick --target-ms=20
mac   | background-page      | 40  | --qos=background --quick --order=both --no-adjacency
mac   | interactive-page     | 40  | --qos=interactive --quick --order=both --no-adjacency
mac   | interactive-crowded  | 100 | --qos=interactive --quick --competitors=3 --competitor-size=64M --competitor-mode=stream --no-adjacency
mac   | interactive-private  | 40  | --qos=interactive --preset=private
'

rows() { # the rows of the plan, as FILE|SECONDS|OPTIONS
	echo "$passes" | sed -n "s/^$plan  *| *\([^ |]*\) *| *\([0-9]*\) *| */\1|\2|/p"
}

if [ -z "$(rows)" ]; then
	echo "collect.sh: \"$plan\" is no plan; quick, full or mac" >&2
	exit 2
fi

machine() { # a name for the folder: letters, digits and dashes
	name=$label
	[ -n "$name" ] || name=$(sysctl -n hw.model 2>/dev/null) || name=
	[ -n "$name" ] || name=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
	[ -n "$name" ] || name=$(uname -m)
	echo "$name" | tr -cs 'A-Za-z0-9' '-' | sed 's/^-//; s/-$//' | tr 'A-Z' 'a-z' | cut -c 1-40
}

folder=
for candidate in "$parent"/*/.unfinished-"$plan"; do
	[ -f "$candidate" ] && folder=${candidate%/*}
done
if [ -z "$folder" ]; then
	base=$parent/$(date -u +%Y-%m-%d)-$(machine)
	folder=$base
	number=2
	while [ -e "$folder" ]; do
		folder=$base-$number
		number=$((number + 1))
	done
fi

seconds=0
count=0
for row in $(rows | tr ' ' '~'); do
	file=${row%%|*}
	rest=${row#*|}
	[ -f "$folder/$file.csv" ] && continue
	seconds=$((seconds + ${rest%%|*}))
	count=$((count + 1))
done
if [ "$seconds" -lt 100 ]; then
	long="$seconds seconds"
else
	long="$(((seconds + 59) / 60)) minutes"
fi
echo "$count pass$([ "$count" = 1 ] || echo es) into $folder, about $long in all. Leave the machine alone meanwhile."
[ -z "$only_say" ] || exit 0

# A Mac that is left alone falls asleep; caffeinate, which every Mac has, keeps it awake.
awake=
[ "$system" = Darwin ] && command -v caffeinate >/dev/null 2>&1 && awake='caffeinate -i'

mkdir -p "$folder"
: >"$folder/.unfinished-$plan"
trap 'rm -f "$folder"/*.csv.part; echo "Stopped. Run the same command again to go on: finished passes are kept."; exit 130' INT TERM HUP
for row in $(rows | tr ' ' '~'); do
	file=${row%%|*}
	rest=${row#*|}
	options=$(echo "${rest#*|}" | tr '~' ' ')
	if [ -f "$folder/$file.csv" ]; then
		echo "$file: done before"
		continue
	fi
	# What a pass left that failed or was killed stands aside: the probe overwrites no capture.
	if [ -f "$folder/$file.csv.part" ]; then
		mv -f "$folder/$file.csv.part" "$folder/$file.csv.stopped"
		echo "$file: what it measured before it was stopped is in $folder/$file.csv.stopped"
	fi
	echo "$file: probe $options"
	# shellcheck disable=SC2086 # the options of a row are words
	if ! $awake "$probe" $options ${label:+--label="$label, $file"} -o "$folder/$file.csv.part"; then
		echo "collect.sh: the pass $file failed$([ ! -s "$folder/$file.csv.part" ] ||
			echo "; what it measured is in $folder/$file.csv.part")" >&2
		exit 1
	fi
	mv "$folder/$file.csv.part" "$folder/$file.csv"
done
rm -f "$folder/.unfinished-$plan"
echo
echo "Done. Send the folder $folder, for instance packed by"
echo "    tar czf $(basename "$folder").tgz -C $parent $(basename "$folder")"
echo "It holds the trials, and what the system says of its processor, caches and version: nothing else."
