#!/bin/sh
# draw.sh PLOT BASE: draws every figure that the summary BASE.findings.csv has something for, BASE.FIGURE.gp and
# BASE.FIGURE.svg, and BASE.drawn when all of them stand. Without gnuplot the scripts are written, and it says so; the
# page then tells the figures in words.
#
# draw.sh PLOT BASE OPTION...: one figure, BASE.FIGURE.gp and .svg, from `PLOT OPTION...`; the first is FIGURE.
set -eu
LC_ALL=C
export LC_ALL

plot=$1 base=$2
shift 2

figure() { # NAME, then what plot is asked for
	name=$1
	shift
	"$plot" -o "$base.$name.gp" "$@"
	if command -v gnuplot >/dev/null 2>&1; then
		"$plot" --svg "$base.$name.svg" "$@"
	else
		echo "draw.sh: no gnuplot: $base.$name.svg is not drawn" >&2
		undrawn=yes
	fi
}

holds() { # whether the findings have a row that begins so
	grep -q "^$1" "$base.findings.csv"
}

undrawn=
if [ $# -gt 0 ]; then
	name=$1
	shift
	figure "$name" "$@"
	exit 0
fi

rm -f "$base.drawn"
for name in ladder trials granule translation shift; do # what the capture held before it changed
	rm -f "$base.$name.gp" "$base.$name.svg"
done
rm -f "$base".ladder-[0-9]*.gp "$base".ladder-[0-9]*.svg
summary=$base.findings.csv
if holds sweep,; then
	figure ladder ladder "$summary"
fi
if [ -f "$base.trials.csv" ]; then
	figure trials trials "$summary"
fi
if holds granule,; then
	figure granule granule "$summary"
fi
if holds reach, && grep -q '^translation,' "$base.points.csv"; then
	figure translation translation "$summary"
fi
if holds 'competitor,[^,]*,accepted' || holds 'competitor,[^,]*,noted'; then
	figure shift shift "$summary"
fi
# A ladder of every further pass whose sweep was accepted; the passes are named by reduce, one a sweep row.
number=0
sed -n 's/^sweep,[^,]*,\([a-z]*\),.*,\([^,"]*\)$/\1,\2/p' "$summary" | while IFS=, read -r status pass; do
	number=$((number + 1))
	if [ "$number" -gt 1 ] && [ "$status" = accepted ]; then
		figure "ladder-$number" ladder --pass "$pass" "$summary"
	fi
done
if [ -z "$undrawn" ]; then
	: >"$base.drawn"
fi
