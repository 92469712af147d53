#!/bin/sh
# Packs the probe for a person who has a Mac and nothing else: sources, a small Makefile, both macOS programs, the
# scripts that measure and a page of instructions.
#
# usage: pack.sh BUILD VERSION
#
# BUILD holds probe-macos-arm64 and probe-macos-x86_64, and gets cachestair-probe-VERSION.tar.gz and, to be read before
# it is unpacked, cachestair-probe-VERSION.txt. Times, owners and modes are fixed: the same sources and programs give the
# same archive, with the same tar and gzip.
set -eu
build=${1:?usage: pack.sh BUILD VERSION} version=${2:?usage: pack.sh BUILD VERSION}
here=$(cd "$(dirname "$0")" && pwd)
name=cachestair-probe-$version
room=$build/dist/$name

rm -rf "$build/dist"
mkdir -p "$room/probe"
cp "$here"/*.c "$here"/*.h "$room/probe"
cp "$here/collect.sh" "$here/measure.sh" "$here/archive.sh" "$room"
cp "$build/probe-macos-arm64" "$build/probe-macos-x86_64" "$room"
sed "s/^VERSION = .*/VERSION = $version/" "$here/standalone.mk" >"$room/Makefile"
sed "s/VERSION/$version/g" "$here/INSTRUCTIONS.txt" >"$room/INSTRUCTIONS.txt"

find "$room" -type f -exec chmod 644 {} +
chmod 755 "$room"/*.sh "$room"/probe-macos-*
find "$room" -type f -exec env TZ=UTC touch -t 202001010000.00 {} +
sh "$here/archive.sh" "$build/$name.tar.gz" "$room"
cp "$room/INSTRUCTIONS.txt" "$build/$name.txt"
