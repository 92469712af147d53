# Builds the probe from its sources alone: `make`. It needs a C compiler and nothing else.

CC = cc
CFLAGS = -O2
VERSION = 0
system := $(shell uname -s)
other_system = $(if $(filter Darwin,$(system)),linux,macos)
# In a Terminal under Rosetta the compiler would make a translated program.
arch = $(if $(filter 1,$(shell sysctl -n hw.optional.arm64 2>/dev/null)),-arch arm64)
sources = $(filter-out probe/system_$(other_system).c,$(wildcard probe/*.c))

cachestair-probe: $(sources) $(wildcard probe/*.h)
	$(CC) $(arch) -std=c11 $(CFLAGS) -D_GNU_SOURCE -D_DARWIN_C_SOURCE -DCACHESTAIR_VERSION='"$(VERSION)"' -o $@ $(sources) -lpthread
