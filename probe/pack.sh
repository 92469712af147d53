#!/bin/sh
# Packs the probe for a person who has a Mac and nothing else: sources, a small Makefile, both macOS programs, the
# scripts that measure and a page of instructions.
#
# usage: pack.sh BUILD VERSION
#
# BUILD holds probe-macos-arm64 and probe-macos-x86_64, and gets cachestair-probe-VERSION.tar.gz. Names are sorted;
# times, owners and modes are fixed: the same sources and programs give the same archive, with the same tar and gzip.
set -eu
build=${1:?usage: pack.sh BUILD VERSION} version=${2:?usage: pack.sh BUILD VERSION}
here=$(cd "$(dirname "$0")" && pwd)
name=cachestair-probe-$version
room=$build/dist

rm -rf "$room"
mkdir -p "$room/$name/probe"
cp "$here"/*.c "$here"/*.h "$room/$name/probe"
cp "$here/collect.sh" "$here/measure.sh" "$build/probe-macos-arm64" "$build/probe-macos-x86_64" "$room/$name"
sed "s/^VERSION = .*/VERSION = $version/" "$here/standalone.mk" >"$room/$name/Makefile"
sed "s/VERSION/$version/g" "$here/INSTRUCTIONS.txt" >"$room/$name/INSTRUCTIONS.txt"

cd "$room"
find "$name" -type f -exec chmod 644 {} +
chmod 755 "$name/collect.sh" "$name/measure.sh" "$name/probe-macos-arm64" "$name/probe-macos-x86_64"
find "$name" -type f -exec env TZ=UTC touch -t 202001010000.00 {} +
if tar --version 2>/dev/null | grep -q GNU; then
	owner='--format=ustar --owner=0 --group=0 --numeric-owner'
else
	owner='--format ustar --uid 0 --gid 0 --uname= --gname='
fi
# Files alone and each by name: what a folder is called or how it is sorted on this system does not matter.
find "$name" -type f | LC_ALL=C sort >names
COPYFILE_DISABLE=1 tar -c -f "$name.tar" $owner -T names
gzip -9 -n "$name.tar"
mv "$name.tar.gz" ..
