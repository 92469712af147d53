#!/bin/sh
# report.sh OUT [COUNT...]: how long a report takes without its figures, and how that grows: COUNT captures (250 500 1000),
# eight a machine, made from the committed ones under other labels: reduced, joined, compared in each machine, tables and
# pages written. The synthetic set, the check panel and the simulated machines are left out: they do not grow. Prints for
# each count the seconds, those of processors, what a capture takes of them, and the bytes of index.html. Fails where 1,000
# captures take two processors more than 60 s, or their index 3 MB.
set -eu
LC_ALL=C
export LC_ALL

out=$(cd "$1" && pwd) root=$PWD
shift
[ $# -gt 0 ] || set -- 250 500 1000
scratch=$out/bench-report
sources=$(ls "$root"/captures/*/*.csv | grep -v -e '/tiers.csv$' -e '/reported.csv$')

# A folder as make knows it, with COUNT captures.
made() {
	rm -rf "$scratch"
	mkdir -p "$scratch/captures" "$scratch/report"
	echo name,built_to_show,expected,found,verdict >"$scratch/report/check.csv"
	echo "not simulated here" >"$scratch/report/machines-200.txt"
	for name in Makefile plot probe reduce synthetic tests; do
		ln -s "$root/$name" "$scratch/$name"
	done
	number=0
	while [ $number -lt "$1" ]; do
		for source in $sources; do
			[ $number -lt "$1" ] || break
			machine=$((number / 8)) pass=$((number % 8))
			folder=$scratch/captures/$(printf 'made-%04d' $machine)
			[ $pass -gt 0 ] || mkdir "$folder"
			sed "2i # label: made $machine, pass-$pass" "$source" >"$folder/pass-$pass.csv"
			number=$((number + 1))
		done
	done
}

# Sets `spent` to the processor seconds of all that this shell has waited for.
count_seconds() {
	times >"$scratch/times"
	spent=$(tail -n 1 "$scratch/times" | tr 'ms' '  ' | awk '{ print 60 * $1 + $2 + 60 * $3 + $4 }')
}

for count in "$@"; do
	made "$count"
	count_seconds
	before=$spent
	began=$(date +%s)
	(cd "$scratch" && make -s -j2 FIGURES=no comparisons= others= out="$out" report="$scratch/report" report) \
		>"$scratch/log" 2>&1 || {
		cat "$scratch/log"
		exit 1
	}
	ended=$(date +%s)
	count_seconds
	bytes=$(wc -c <"$scratch/report/index.html")
	echo "$count $((ended - began)) $bytes $before $spent" | awk '{
		printf "report: %4d captures: %3d s, %3.0f of processors, %.0f ms a capture; index.html %d bytes\n",
			$1, $2, $5 - $4, 1000 * ($5 - $4) / $1, $3
		exit $1 == 1000 && ($5 - $4 > 120 || $3 > 3e6)
	}'
done
rm -rf "$scratch"
