#!/bin/sh
# collect.sh [-n | -s] PROBE PARENT [PLAN [LABEL]]: runs the passes of a plan into one new folder below PARENT, a
# capture each. A folder that was left unfinished under the same plan and label is continued: finished passes are kept,
# the one that was stopped is run again, and what it had measured stands aside as PASS.csv.stopped.
# -n says what would be run and how long it takes. -s says nothing of packing (who calls packs). PLAN: quick, full
# (Linux) or mac; by default or if empty quick on Linux, mac on macOS. LABEL is what a person calls this machine: the
# folder bears it in place of the model's name, and every capture before its pass as its label, so that machines of one
# model are told apart.
#
# While a folder is unfinished it holds a file .unfinished-PLAN.MACHINE.PID: whose it is (a number made of this
# machine's name, and the process of this script), and in it the label. Who goes on with the folder of a process that is
# no more renames that file, which one alone can do.
set -eu
LC_ALL=C
export LC_ALL

only_say='' packed=''
case ${1:-} in
-n) only_say=yes && shift ;;
-s) packed=yes && shift ;;
esac
if [ $# -lt 2 ]; then
	echo "usage: collect.sh [-n | -s] PROBE PARENT [PLAN [LABEL]]" >&2
	exit 2
fi
probe=$1 parent=$2 label=${4:-}
system=$(uname -s)
plan=quick
[ "$system" != Darwin ] || plan=mac
plan=${3:-$plan}

# plan | file | about how many seconds, with the controls and the translation | options of the probe
passes='
quick | quick                | 35  | --quick
full  | default              | 450 | --no-adjacency
full  | huge                 | 40  | --quick --huge
full  | quick                | 35  | --quick
full  | clock-5us            | 35  | --quick --coarsen-ns=5000
full  | clock-1ms            | 35  | --quick --coarsen-ns=1000000
full  | page                 | 30  | --quick --order=both --no-adjacency
full  | crowded              | 35  | --quick --competitors=1 --competitor-size=64M --competitor-mode=stream --no-adjacency
full  | private              | 5   | --quick --private-test=512K,512K,4M,16M
mac   | background           | 95  | --qos=background --quick --target-ms=20
mac   | interactive          | 95  | --qos=interactive --quick --target-ms=20
mac   | background-page      | 45  | --qos=background --quick --order=both --no-adjacency
mac   | interactive-page     | 45  | --qos=interactive --quick --order=both --no-adjacency
mac   | interactive-crowded  | 105 | --qos=interactive --quick --competitors=3 --competitor-size=64M --competitor-mode=stream --no-adjacency
mac   | interactive-private  | 45  | --qos=interactive --preset=private
'

rows() { # the rows of the plan, as FILE|SECONDS|OPTIONS
	echo "$passes" | plan=$plan awk -F ' *[|] *' '$1 == ENVIRON["plan"] { print $2 "|" $3 "|" $4 }'
}

if [ -z "$(rows)" ]; then
	echo "collect.sh: \"$plan\" is no plan; quick, full or mac" >&2
	exit 2
fi

# ---- names ----

plain() { # TEXT as a part of a folder's name: letters, digits and dashes
	printf '%s\n' "$1" | tr -cs 'A-Za-z0-9' '-' | cut -c 1-40 | sed 's/^-//; s/-$//' | tr 'A-Z' 'a-z'
}

model() {
	name=$(sysctl -n hw.model 2>/dev/null) || name=
	[ -n "$name" ] || name=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
	[ -n "$name" ] || name=$(uname -m)
	plain "$name"
}

# What a label holds beside plain letters (another script, or nothing else) is not lost: a number stands for it.
machine() {
	name=$(plain "$label")
	if [ -n "$label" ] && { [ -z "$name" ] || [ -n "$(printf '%s' "$label" | tr -d '\001-\176')" ]; }; then
		number=$(printf '%s' "$label" | cksum)
		name=${name:-$(model)}-${number%% *}
	fi
	echo "${name:-$(model)}"
}

# ---- whose an unfinished folder is ----

here=$(uname -n | cksum)
here=${here%% *}
mark=.unfinished-$plan.$here.$$

runs() { # PID: whether that process is another collect.sh
	[ "$1" != $$ ] || return 1
	if line=$(ps -ww -o args= -p "$1" 2>/dev/null); then
		case $line in
		*collect.sh*) return 0 ;;
		*) return 1 ;;
		esac
	fi
	kill -0 "$1" 2>/dev/null
}

left_probe() { # FOLDER: the number of a probe that still writes there though its script was killed, or nothing
	ps -ww -A -o pid= -o args= 2>/dev/null | target="-o $1/" awk 'index($0, ENVIRON["target"]) { print $1 }' |
		while read -r number; do
			# One that was started elsewhere writes into a folder of the same name; where this can be asked (Linux).
			if [ ! -e "/proc/$number/cwd" ] || [ "$(readlink "/proc/$number/cwd")" = "$(pwd -P)" ]; then
				echo "$number"
				break
			fi
		done
}

# Looks at every unfinished folder of this machine: `other` is one that a process measures into, `process` its number;
# `found` is the mark of one of this plan and label whose process is no more.
look() {
	other='' found=''
	for path in "$parent"/*/.unfinished-*.*.*; do
		owner=${path##*/.unfinished-}
		process=${owner##*.} owner=${owner%.*}
		if [ ! -f "$path" ] || [ "${owner##*.}" != "$here" ] || [ "${path##*/}" = "$mark" ]; then
			continue
		fi
		if runs "$process"; then
			other=${path%/*}
			return
		fi
		process=$(left_probe "${path%/*}")
		if [ -n "$process" ]; then
			other=${path%/*}
			return
		fi
		[ "${owner%.*}" = "$plan" ] && [ "$(cat "$path")" = "$label" ] && found=$path
	done
	return 0
}

refuse() {
	echo "collect.sh: process $process measures into $other now, and two at once would disturb each other;" \
		"start this again when it has ended" >&2
	exit 1
}

# Makes the folder, or takes over the one that was found. mkdir fails where a folder is, mv where the mark is no more.
claim() {
	if [ -n "$found" ]; then
		folder=${found%/*}
		mv "$found" "$folder/$mark" 2>/dev/null && return
		echo "collect.sh: another run goes on with $folder" >&2
		exit 1
	fi
	mkdir -p "$parent"
	number=1
	until mkdir "$folder" 2>/dev/null; do
		if [ ! -e "$folder" ]; then
			mkdir "$folder"
			exit 1
		fi
		number=$((number + 1))
		folder=$base-$number
	done
	printf '%s\n' "$label" >"$folder/$mark"
}

# Two that began together see each other's marks now: the one with the larger number gives way at once, the other one
# if the first was further on and stays.
give_way() {
	look
	[ -n "$other" ] || return 0
	[ "$process" -lt $$ ] || sleep 2
	look
	[ -n "$other" ] || return 0
	[ -n "$(ls "$folder")" ] || { rm -f "$folder/$mark" && rmdir "$folder"; }
	refuse
}

# ---- what will be done ----

look
[ -z "$other" ] || refuse
base=$parent/$(date -u +%Y-%m-%d)-$(machine)
folder=$base
number=1
while [ -z "$found" ] && [ -e "$folder" ]; do
	number=$((number + 1))
	folder=$base-$number
done
[ -z "$found" ] || folder=${found%/*}
[ -n "$only_say" ] || claim
[ -n "$only_say" ] || give_way

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

# ---- the passes ----

# A Mac that is left alone falls asleep; caffeinate, which every Mac has, keeps it awake as long as this script runs.
if [ "$system" = Darwin ] && command -v caffeinate >/dev/null 2>&1; then
	caffeinate -i -w $$ &
fi

# What a pass measured that failed or was stopped stands aside, under a name that was not there.
keep() { # FILE
	part=$folder/$1.csv.part
	[ -f "$part" ] || return 0
	if ! grep -q -e '^sweep,' -e '^adjacency,' "$part"; then
		rm -f "$part"
		return 0
	fi
	aside=$folder/$1.csv.stopped
	number=1
	while [ -e "$aside" ]; do
		number=$((number + 1))
		aside=$folder/$1.csv.stopped-$number
	done
	mv "$part" "$aside"
	echo "$1: what it measured before it was stopped is in $aside"
}

fail() { # WHAT
	[ -d "$folder" ] || { echo "collect.sh: $1: the folder $folder was removed meanwhile" >&2 && exit 1; }
	keep "$file"
	echo "collect.sh: $1" >&2
	exit 1
}

child=''
stop() { # SIGNAL'S NUMBER
	trap '' INT TERM HUP
	[ -z "$child" ] || kill -TERM "$child" 2>/dev/null || :
	[ -z "$child" ] || wait "$child" || :
	[ -z "$child" ] || keep "$file"
	echo "Stopped. Run the same command again to go on: finished passes are kept."
	exit $((128 + $1))
}
trap 'stop 1' HUP
trap 'stop 2' INT
trap 'stop 15' TERM

for row in $(rows | tr ' ' '~'); do
	file=${row%%|*}
	rest=${row#*|}
	options=$(echo "${rest#*|}" | tr '~' ' ')
	if [ -f "$folder/$file.csv" ]; then
		echo "$file: done before"
		continue
	fi
	keep "$file"
	echo "$file: probe $options"
	# In the background, so that a signal is heard at once and not when the pass has ended.
	# shellcheck disable=SC2086 # the options of a row are words
	"$probe" $options ${label:+--label="$label, $file"} -o "$folder/$file.csv.part" &
	child=$!
	wait "$child" || fail "the pass $file failed"
	child=''
	mv "$folder/$file.csv.part" "$folder/$file.csv" || fail "the pass $file cannot be kept"
done
rm -f "$folder/$mark"


# ---- what happened ----

# How many trials there are, and in how many another program had the processor for more than a tenth of the time: those
# do not count (rule T4).
set --
for row in $(rows | tr ' ' '~'); do
	set -- "$@" "$folder/${row%%|*}.csv"
done
told=$(cat "$@" | awk -F , '
	$1 == "experiment" { for (i = 1; i <= NF; i++) at[$i] = i }
	$1 == "sweep" || $1 == "adjacency" {
		trials++
		used = $(at["cpu_time_ns"])
		lost += used != "" && used + 0 < 0.9 * $(at["elapsed_ns"])
	}
	END { print trials + 0, lost + 0 }')
trials=${told% *} lost=${told#* }

echo
if [ $((2 * lost)) -gt "$trials" ]; then
	echo "This machine was busy: in $lost of $trials trials another program had the processor, and they do not count."
	echo "Close what is running, wait until the machine is idle, and run the same command again: it measures anew."
	echo "What was measured is in $folder; it tells little of the caches."
	exit 0
fi
echo "Done: $# pass$([ $# = 1 ] || echo es), $trials trials; $lost do not count, as another program had the processor."
# The answer of all passes together, where reduce was built.
reduce=${probe%/*}/reduce
if [ -x "$reduce" ]; then
	echo
	"$reduce" --machine "$@" || echo "To see what one pass says:  $reduce $folder/$file.csv"
	echo
fi
if [ -z "$packed" ]; then
	echo "To send them, pack the folder into one file:  sh ${0%/*}/archive.sh ${folder##*/}.tar.gz $folder"
fi
echo "It holds the trials, and what the system says of its processor, caches and version: no name of yours."
