/* The table of the synthetic set.
 *
 * Corner points come from the published articles where a row says so ("figures of the article"); sizes
 * between the article's figures are made up. All other corners are ours. Ranges of knees are the crossing of
 * the geometric mean of the two floors on the corners' straight lines, worked out by hand, less 15 and plus
 * 18 per cent for the grid. */
#include "specimen.h"

#define KIB(n) ((uint64_t)((n)*1024.0))
#define MIB(n) ((uint64_t)((n)*1048576.0))
#define SHAPE(corners) (corners), sizeof(corners) / sizeof((corners)[0])

#define LEVELS(n) EXPECT_ACCEPTED, FINDING_HIERARCHY, 0, 0, (n), (n), 0, NULL
#define LEVELS_SEEN(n) EXPECT_ANSWERED, FINDING_HIERARCHY, 0, 0, (n), (n), 0, NULL
#define UNNAMED EXPECT_REFUSED, FINDING_HIERARCHY, 0, RULE_SET(RULE_L2), 0, 0, 0, NULL
#define NO_HIERARCHY EXPECT_SILENT, FINDING_HIERARCHY, 0, 0, 0, 0, 0, NULL
#define NO_KNEE EXPECT_SILENT, FINDING_KNEE, 0, 0, 0, 0, 0, NULL
#define KNEE(level, bytes) EXPECT_ACCEPTED, FINDING_KNEE, (level), 0, 0.85 * (bytes), 1.18 * (bytes), 0, NULL
#define KNEE_SEEN(level, bytes)                                                                              \
	EXPECT_ANSWERED, FINDING_KNEE, (level), 0, 0.85 * (bytes), 1.18 * (bytes), 0, NULL
#define HOLDS(level, bytes) EXPECT_ANSWERED, FINDING_CAPACITY, (level), 0, 0, 0, (bytes), NULL
#define GRANULE(level, bytes) EXPECT_ACCEPTED, FINDING_GRANULE, (level), 0, (bytes), (bytes), 0, NULL
#define NO_GRANULE EXPECT_SILENT, FINDING_GRANULE, 0, 0, 0, 0, 0, NULL
#define GRANULE_REFUSED(level, rules) EXPECT_REFUSED, FINDING_GRANULE, (level), (rules), 0, 0, 0, NULL
#define REFUSED(kind, rules) EXPECT_REFUSED, (kind), 0, (rules), 0, 0, 0, NULL

/* What W2 says of a knee that is answered. */
#define FROM_CACHE(level) EXPECT_ANSWERED, FINDING_CAUSE, (level), 0, 0, 0, 0, "cache:"
#define FROM_TRANSLATION(level) EXPECT_ANSWERED, FINDING_CAUSE, (level), 0, 0, 0, 0, "translation:"

/* A curve without an edge. */
#define NOTHING_THERE .answer = "no hierarchy", .right = {{UNNAMED}, {NO_KNEE}}

/* What version 2 passes over in silence and version 3 tells. */
#define CONTRADICTED                                                                                         \
	.right = {{EXPECT_NOTED, FINDING_CONTRADICTION, 0, RULE_SET(RULE_R0), 0, 0, 0, NULL}},               \
	.wrong = "nothing is said of it", .since = 3,                                                        \
	.today = {{EXPECT_ACCEPTED, FINDING_HIERARCHY, 0, 0, 0, 0, 0, NULL}}

/* ---- corners ---- */

static const struct shape_corner two[] = {{KIB(44), 1.2}, {KIB(64), 5.2}};
static const struct shape_corner three[] = {{KIB(44), 1.2}, {KIB(64), 4.0}, {MIB(1.75), 4.1}, {MIB(3), 25.0}};
static const struct shape_corner four[] = {{KIB(30), 1.0},   {KIB(44), 3.6},  {KIB(480), 3.8},
                                           {KIB(720), 12.0}, {MIB(14), 13.0}, {MIB(22), 80.0}};
static const struct shape_corner short_middle[] = {
    {KIB(44), 1.2}, {KIB(56), 4.0}, {KIB(84), 4.0}, {KIB(112), 25.0}};
static const struct shape_corner creeping[] = {{KIB(44), 1.2}, {KIB(64), 4.0}, {MIB(2), 8.6}, {MIB(3), 14.0}};
static const struct shape_corner creeping_past[] = {
    {KIB(44), 1.2}, {KIB(64), 4.0}, {MIB(4), 12.0}, {MIB(5), 13.0}};
static const struct shape_corner flat[] = {{KIB(8), 5.0}};
static const struct shape_corner falling[] = {{KIB(8), 20.0}, {MIB(64), 1.0}};
static const struct shape_corner climb[] = {{KIB(8), 1.0}, {MIB(64), 21.257}};    /* 1.265 to the power 13 */
static const struct shape_corner climb_119[] = {{KIB(8), 1.0}, {MIB(64), 9.596}}; /* 1.19 to the power 13 */
static const struct shape_corner climb_134[] = {{KIB(8), 1.0}, {MIB(64), 44.89}}; /* 1.34 to the power 13 */
/* Growth of about 1.265 an octave whose slope bends up and down by a seventh: no edge anywhere. */
static const struct shape_corner climb_bent[] = {
    {KIB(8), 1.0},   {KIB(16), 1.24},  {KIB(32), 1.57},  {KIB(64), 2.0},  {KIB(128), 2.57}, {KIB(256), 3.29},
    {KIB(512), 4.2}, {KIB(720), 4.73}, {KIB(1440), 5.9}, {MIB(2.8), 7.4}, {MIB(5.6), 9.4}};
/* The worst that the search found (search.c): no octave rises more than 1.5 times as steeply as another. */
static const struct shape_corner climb_searched[] = {{9728, 1.0},
                                                     {19456, 1.3192873675695709},
                                                     {38912, 1.7620176613342955},
                                                     {77824, 2.3187824573528895},
                                                     {155648, 2.8969526650749717},
                                                     {311296, 3.7876148915142083},
                                                     {622592, 4.8010564857517952},
                                                     {1245184, 6.1943439616665579},
                                                     {2490368, 8.3145935531119353},
                                                     {4980736, 10.70859905131293},
                                                     {9961472, 14.638475132352545},
                                                     {19922944, 20.069416455039988},
                                                     {39845888, 26.398101674989363},
                                                     {79691776, 33.138628433405749}};
/* Nine trials one after another beside a neighbour whose stretch lasts from 1.1 MiB to 14 MiB and doubles the
 * time: the step at 1.1 MiB is the neighbour's, and the true edge, at 16 MiB, drowns in it. */
static const struct shape_corner phantom[] = {{KIB(32), 4.0},  {KIB(38), 16.8},   {MIB(1), 16.7},
                                              {MIB(1.19), 37}, {MIB(13.5), 35.6}, {MIB(16), 45.2},
                                              {MIB(32), 81},   {MIB(64), 250},    {MIB(128), 285}};
/* One level too short to hold a footprint and its double clear of both edges, and a sweep that ends soon
 * after. */
static const struct shape_corner narrow[] = {
    {KIB(44), 1.2}, {KIB(70), 4.0}, {KIB(140), 4.1}, {KIB(300), 25.0}};

/* Figures of the first article: the efficiency and the performance cluster of an M4. The corners at 6.8
 * and 26.7 MiB are its midpoint marks. */
static const struct shape_corner m4_e[] = {{KIB(32), 3.25},  {KIB(64), 3.3},    {KIB(96), 12.0},
                                           {MIB(2.5), 13.4}, {MIB(3), 14.6},    {MIB(3.5), 17.7},
                                           {MIB(4), 46.2},   {MIB(6.8), 205.0}, {MIB(10), 390.0},
                                           {MIB(12), 397.0}, {MIB(128), 400.0}};
static const struct shape_corner m4_p[] = {
    {KIB(128), 0.91}, {KIB(160), 3.88}, {KIB(192), 4.7}, {MIB(4), 6.6},     {MIB(10), 8.2},
    {MIB(12), 10.3},  {MIB(16), 14.1},  {MIB(20), 23.5}, {MIB(26.7), 49.0}, {MIB(28), 53.8},
    {MIB(40), 82.9},  {MIB(50), 90.0},  {MIB(128), 91.0}};
/* Figures of the second article: the three kinds of core of one chip, and the Super core in page order. */
static const struct shape_corner super[] = {
    {KIB(117), 0.63}, {KIB(197), 2.3}, {MIB(1), 2.525}, {MIB(1.3), 2.53}, {MIB(1.88), 5.67}, {MIB(17.9), 6.9},
    {MIB(21), 14.4},  {MIB(32), 36.0}, {MIB(64), 69.0}, {MIB(256), 86.0}, {MIB(1024), 87.3}};
static const struct shape_corner performance[] = {{KIB(64), 0.67}, {KIB(108), 5.3}, {MIB(2), 6.0},
                                                  {MIB(4), 6.8},   {MIB(14), 7.4},  {MIB(78), 85.0},
                                                  {MIB(880), 90.0}};
static const struct shape_corner efficiency[] = {{KIB(90), 3.09},   {KIB(128), 17.0}, {MIB(4), 20.0},
                                                 {MIB(8), 51.0},    {MIB(16), 112.0}, {MIB(32), 271.0},
                                                 {MIB(1024), 283.0}};
static const struct shape_corner super_paged[] = {
    {KIB(117), 0.63}, {KIB(197), 2.1}, {MIB(1), 2.259}, {MIB(1.3), 2.27}, {MIB(1.88), 4.8}, {MIB(4), 4.916},
    {MIB(17.9), 5.1}, {MIB(32), 12.0}, {MIB(64), 20.0}, {MIB(256), 26.0}, {MIB(1024), 26.5}};
/* The same edges, but the step at 2.4 MiB is translation: page order takes most of it away, or half of it. */
static const struct shape_corner paged_away[] = {
    {KIB(44), 1.2}, {KIB(64), 4.0}, {MIB(1.75), 4.0}, {MIB(3), 4.2}};
static const struct shape_corner paged_half[] = {
    {KIB(44), 1.2}, {KIB(64), 4.0}, {MIB(1.75), 4.0}, {MIB(3), 4.9}};
/* Beside three streaming threads the first edge falls by a tenth, the deep one to a third. */
static const struct shape_corner crowded[] = {
    {KIB(40), 1.2}, {KIB(58), 4.0}, {KIB(590), 4.3}, {MIB(1), 31.0}};
/* A private level beside one competitor: 1 MiB alone, and beside 1, 4 and 16 MiB (second article). */
static const struct shape_corner beside_1[] = {{MIB(1), 2.576}};
static const struct shape_corner beside_4[] = {{MIB(1), 2.584}};
static const struct shape_corner beside_16[] = {{MIB(1), 2.592}};
static const struct shape_corner beside_shared[] = {{MIB(1), 5.67}};
static const struct shape_corner beside_between[] = {{MIB(1), 3.03}};

/* A server: 32 KiB, 1 MiB, 32 MiB; while a neighbour leaves 8 of the 32; in swapped memory from 64 MiB on. */
static const struct shape_corner server[] = {{KIB(32), 1.1},   {KIB(44), 3.8},  {MIB(1), 4.0},
                                             {MIB(1.4), 11.0}, {MIB(32), 12.0}, {MIB(48), 95.0}};
static const struct shape_corner server_crowded[] = {{KIB(32), 1.1},   {KIB(44), 3.8}, {MIB(1), 4.0},
                                                     {MIB(1.4), 11.0}, {MIB(8), 12.0}, {MIB(12), 95.0}};
static const struct shape_corner server_swapped[] = {{KIB(32), 1.1},   {KIB(44), 3.8},  {MIB(1), 4.0},
                                                     {MIB(1.4), 11.0}, {MIB(64), 12.0}, {MIB(68), 3100.0}};
/* Figures that somebody published of a machine with 32 KiB: lists of under 128 nodes are predicted. */
static const struct shape_corner predicted_lists[] = {{KIB(4.6), 1.0}, {KIB(5.8), 1.6}, {KIB(32), 1.62},
                                                      {KIB(44), 4.2},  {MIB(1), 4.3},   {MIB(1.4), 12.0}};
static const struct shape_corner wide_stride[] = {
    {KIB(32), 1.2}, {KIB(44), 4.0}, {MIB(1), 4.1}, {MIB(2), 16.0}};
static const struct shape_corner too_fast[] = {
    {KIB(128), 0.343}, {KIB(176), 3.9}, {MIB(16), 4.1}, {MIB(24), 90.0}};
static const struct shape_corner fast_core[] = {
    {KIB(128), 0.7}, {KIB(176), 3.9}, {MIB(16), 4.1}, {MIB(24), 90.0}};
/* No cache beyond 4 MiB: the step at 128 MiB is the translation's. */
static const struct shape_corner far_translation[] = {{KIB(64), 1.1}, {KIB(90), 4.0},   {MIB(4), 4.1},
                                                      {MIB(6), 60.0}, {MIB(128), 62.0}, {MIB(176), 120.0}};

/* Translation alone: a load in the first level with one node a page, by pages. 160 and 3,072 entries are
 * published for cores of that maker; what a miss costs is assumed: seven cycles, then what the sweep leaves
 * room for. */
static const struct shape_corner reaches_m4_e[] = {{160, 3.25}, {200, 10.3}, {3072, 10.3}, {4096, 50.0}};
static const struct shape_corner reaches_m4_p[] = {{160, 0.91}, {200, 2.5}, {3072, 2.5}, {4096, 10.0}};
/* The second article tells no reach; 256 pages are assumed. */
static const struct shape_corner reaches_super[] = {{256, 0.63}, {320, 1.8}, {3072, 1.8}, {4096, 9.0}};
/* An A20, by figures that were published: 256 pages of 4 KiB. Its edges at 32 and 256 KiB are made steeper
 * than they are, so that the dense chase has levels. */
static const struct shape_corner a20[] = {
    {KIB(32), 3.0}, {KIB(48), 9.2},   {KIB(256), 9.7}, {KIB(384), 42.0}, {KIB(512), 46.0},
    {MIB(1), 46.9}, {MIB(1.5), 57.6}, {MIB(2), 58.9},  {MIB(4), 60.2},   {MIB(16), 61.3}};
static const struct shape_corner reaches_a20[] = {{256, 3.0}, {384, 17.0}};

/* ---- what systems report ---- */

static const char *const server_caches[] = {"level=1 type=data bytes=32768 shared=1",
                                            "level=2 type=unified bytes=1048576 shared=1",
                                            "level=3 type=unified bytes=33554432 shared=2", NULL};
static const char *const large_caches[] = {"level=1 type=data bytes=32768",
                                           "level=2 type=unified bytes=1048576",
                                           "level=3 type=unified bytes=268435456", NULL};
static const char *const two_clusters[] = {"level=1 type=data bytes=131072 shared=1 cores=Performance",
                                           "level=2 type=unified bytes=16777216 shared=4 cores=Performance",
                                           "level=1 type=data bytes=65536 shared=1 cores=Efficiency",
                                           "level=2 type=unified bytes=4194304 shared=6 cores=Efficiency",
                                           NULL};

static const char *const m4_e_caches[] = {"level=1 type=data bytes=65536 shared=1 cores=Efficiency",
                                          "level=2 type=unified bytes=4194304 shared=6 cores=Efficiency",
                                          NULL};
static const char *const m4_p_caches[] = {"level=1 type=data bytes=131072 shared=1 cores=Performance",
                                          "level=2 type=unified bytes=16777216 shared=4 cores=Performance",
                                          NULL};
static const char *const tier_caches[] = {"level=1 type=data bytes=131072 shared=1 cores=Super",
                                          "level=2 type=unified bytes=20971520 shared=2 cores=Super",
                                          "level=1 type=data bytes=65536 shared=1 cores=Performance",
                                          "level=2 type=unified bytes=20971520 shared=4 cores=Performance",
                                          "level=1 type=data bytes=98304 shared=1 cores=Efficiency",
                                          NULL};

#define M4 .machine = "Mac16,12 (figures of its article)", .line_bytes = 128, .page_bytes = 16384
/* The plan of each article. */
#define M4_SWEEP(cluster, qos, reported, on)                                                                 \
	M4, .lowest_bytes = KIB(32), .highest_bytes = MIB(128), .per_octave = 8, .rounds = 3,                \
	    .caches = (reported), .asked_cores = (cluster), .asked_qos = (qos), .target_ns = 4000000,        \
	    .timer_step_ns = 125.0 / 3.0, .core = on,                                                        \
	    .note = "the article's nine trials are dealt to three rounds"
#define M4_E_CORE .clock_ghz = 1.0, .first_cpu = 0, .cpus = 6
#define M4_P_CORE .clock_ghz = 4.4, .first_cpu = 6, .cpus = 4
#define CHIP_SWEEP(tier, on, up_to)                                                                          \
	.machine = "12-core chip with three kinds of core (figures of its article)", .line_bytes = 128,      \
	.page_bytes = 16384, .caches = tier_caches, .timer_step_ns = 125.0 / 3.0, .lowest_bytes = KIB(16),   \
	.highest_bytes = (up_to), .target_ns = 5000000, .asked_tier = (tier), .asked_cores = (tier),         \
	.core = on
#define SUPER_CORE .clock_ghz = 4.78, .print_ns = 0.63, .first_cpu = 0, .cpus = 2
#define PERFORMANCE_CORE .clock_ghz = 4.5, .print_ns = 4.6, .first_cpu = 2, .cpus = 4
#define EFFICIENCY_CORE .clock_ghz = 0.97, .print_ns = 3.09, .first_cpu = 6, .cpus = 6

#define BESIDE(bytes)                                                                                        \
	.competitors = 1, .competitor_bytes = (bytes), .mode = CAPTURE_CHASE, .only_bytes = MIB(1)

/* ---- the rows ---- */

static const struct specimen table[] = {
    /* Levels. */
    {.name = "two_levels",
     .shows = "one edge between 44 and 64 KiB",
     .answer = "2 levels, knee near 53 KiB",
     .right = {{LEVELS(2)}, {KNEE(1, KIB(53.1))}, {HOLDS(1, KIB(48))}},
     .shapes = {{SHAPE(two)}}},
    {.name = "three_levels",
     .shows = "edges at 48 KiB and 2 MiB",
     .answer = "3 levels, knees near 53 KiB and 2.3 MiB",
     .right =
         {{LEVELS(3)}, {KNEE(1, KIB(53.1))}, {KNEE(2, MIB(2.29))}, {HOLDS(1, KIB(48))}, {HOLDS(2, MIB(2))}}},
    {.name = "four_levels",
     .shows = "edges at 32 KiB, 512 KiB and 16 MiB",
     .answer = "4 levels, knees near 36 KiB, 588 KiB and 17.5 MiB",
     .right = {{LEVELS(4)},
               {KNEE(1, KIB(36.3))},
               {KNEE(2, KIB(588))},
               {KNEE(3, MIB(17.3))},
               {HOLDS(1, KIB(32))},
               {HOLDS(2, KIB(512))},
               {HOLDS(3, MIB(16))}},
     .shapes = {{SHAPE(four)}},
     .recipe = {.highest_bytes = MIB(256)}},
    {.name = "m4_efficiency",
     .shows = "figures of the first article: M4 efficiency cluster, background QoS, nine trials a size",
     .answer = "3 levels: 64 KiB and 4 MiB recovered, midpoint near 6.8 MiB",
     .right = {{LEVELS(3)},
               {KNEE(1, KIB(80))},
               {HOLDS(1, KIB(64))},
               {KNEE_SEEN(2, MIB(4.6))},
               {HOLDS(2, MIB(4))},
               {EXPECT_ANSWERED, FINDING_MIDPOINT, 0, 0, MIB(6.4), MIB(7.2), 0, NULL}},
     .shapes = {{SHAPE(m4_e)}},
     .recipe = {M4_SWEEP("Efficiency", "background", m4_e_caches, {M4_E_CORE})}},
    {.name = "m4_performance",
     .shows = "figures of the first article: M4 performance cluster, interactive QoS, nine trials a size",
     .answer = "3 levels: 128 KiB recovered, a creeping second level, midpoint near 26.7 MiB",
     .right = {{LEVELS(3)},
               {KNEE(1, KIB(143))},
               {HOLDS(1, KIB(128))},
               {HOLDS(2, MIB(16))},
               {EXPECT_ANSWERED, FINDING_MIDPOINT, 0, 0, MIB(25.2), MIB(28.2), 0, NULL}},
     .shapes = {{SHAPE(m4_p)}},
     .recipe = {M4_SWEEP("Performance", "interactive", m4_p_caches, {M4_P_CORE})}},
    {.name = "tier_super",
     .shows = "figures of the second article: Super core, with trials that strayed to Performance",
     .answer = "4 levels: 117 KiB, 1.3 MiB at 12 cycles, 17.9 MiB",
     .right = {{LEVELS(4)},
               {KNEE(1, KIB(152))},
               {KNEE(2, MIB(1.53))},
               {KNEE_SEEN(3, MIB(24.3))},
               {HOLDS(2, MIB(1.4))}},
     .shapes = {{SHAPE(super)}},
     .stray = {SHAPE(performance)},
     .recipe = {CHIP_SWEEP("Super", {SUPER_CORE}, MIB(1024)), .stray_per_mille = 120,
                .stray_core = {PERFORMANCE_CORE}}},
    {.name = "tier_performance",
     .shows = "figures of the second article: Performance core, a third of the trials strayed to Super",
     .answer = "3 levels: 64 KiB and 14 MiB (noted: a wide bracket), no 12-cycle level",
     .right = {{LEVELS(3)}, {KNEE(1, KIB(83))}, {KNEE_SEEN(2, MIB(29.4))}},
     .shapes = {{SHAPE(performance)}},
     .stray = {SHAPE(super)},
     .recipe = {CHIP_SWEEP("Performance", {PERFORMANCE_CORE}, MIB(880)), .stray_per_mille = 330,
                .stray_core = {SUPER_CORE}}},
    {.name = "tier_efficiency",
     .shows = "figures of the second article: Efficiency core at background priority",
     .answer = "3 levels: 90 KiB and 4 MiB (noted: a wide bracket)",
     .right = {{LEVELS(3)}, {KNEE(1, KIB(107))}, {KNEE_SEEN(2, MIB(10.3))}},
     .shapes = {{SHAPE(efficiency)}},
     .stray = {SHAPE(performance)},
     .recipe = {CHIP_SWEEP("Efficiency", {EFFICIENCY_CORE}, MIB(1024)), .asked_qos = "background",
                .stray_per_mille = 50, .stray_core = {PERFORMANCE_CORE}}},
    /* Levels that are hard to tell. */
    {.name = "creeping_level",
     .shows = "a second level that creeps from 4.0 to 8.6 ns, then a step to 14 ns",
     .answer = "the edge at 48 KiB; none, or one at 2 MiB, beyond it",
     .right = {{KNEE(1, KIB(53.1))}, {HOLDS(1, KIB(48))}},
     .shapes = {{SHAPE(creeping)}}},
    {.name = "creeping_past",
     .shows = "a second level that creeps from 4 to 12 ns into memory at 13 ns, no edge there",
     .answer = "the edge at 48 KiB alone",
     .right = {{LEVELS(2)}, {KNEE(1, KIB(53.1))}, {HOLDS(1, KIB(48))}},
     .shapes = {{SHAPE(creeping_past)}}},
    {.name = "short_level",
     .shows = "a second level from 56 to 84 KiB, too short for a plateau",
     .answer = "2 levels; the short one considered and rejected",
     .right = {{LEVELS(2)},
               {EXPECT_REFUSED, FINDING_PLATEAU, 0, RULE_SET(RULE_P1), 0, 0, 0, NULL},
               {HOLDS(1, KIB(84))}},
     .shapes = {{SHAPE(short_middle)}},
     .recipe = {.per_octave = 6}},
    {.name = "ends_on_shoulder",
     .shows = "a sweep that ends half way up the second shoulder",
     .answer = "2 levels; nothing said of what lies beyond",
     .right = {{LEVELS(2)}, {KNEE(1, KIB(53.1))}, {EXPECT_SILENT, FINDING_KNEE, 2, 0, 0, 0, 0, NULL}},
     .recipe = {.highest_bytes = MIB(2.5)}},
    {.name = "sparse",
     .shows = "three levels swept at fewer than one size an octave",
     .answer = "refused: too sparse",
     .right = {{EXPECT_REFUSED, FINDING_SWEEP, 0, RULE_SET(RULE_P0), 0, 0, 0, NULL},
               {NO_HIERARCHY},
               {NO_KNEE}},
     .recipe = {.per_octave = 0.9}},
    {.name = "cut_off",
     .shows = "three levels; the capture stops in the third round, without an end line",
     .answer = "3 levels, from what is there",
     .right = {{KNEE(1, KIB(53.1))}, {KNEE(2, MIB(2.29))}, {HOLDS(1, KIB(48))}, {HOLDS(2, MIB(2))}},
     .recipe = {.cut_off_trials = 360}},
    /* No level at all. */
    {.name = "flat", .shows = "the same time at every size", NOTHING_THERE, .shapes = {{SHAPE(flat)}}},
    {.name = "noise",
     .shows = "pure noise over a factor of 64",
     NOTHING_THERE,
     .shapes = {{SHAPE(flat)}},
     .recipe = {.noise = {.wild_factor = 8.0}}},
    {.name = "noise_by_point",
     .shows = "noise that is the same in every trial of a size and round",
     NOTHING_THERE,
     .shapes = {{SHAPE(flat)}},
     .recipe = {.noise = {.round_share = 0.5}}},
    {.name = "falling",
     .shows = "time that falls from 20 to 1 ns as the working set grows",
     NOTHING_THERE,
     .shapes = {{SHAPE(falling)}}},
    {.name = "smooth_climb",
     .shows = "growth of 1.265 an octave, straight, no edge anywhere",
     NOTHING_THERE,
     .shapes = {{SHAPE(climb)}}},
    {.name = "smooth_climb_slow",
     .shows = "growth of 1.19 an octave at 16 sizes an octave, no edge anywhere",
     NOTHING_THERE,
     .shapes = {{SHAPE(climb_119)}},
     .recipe = {.per_octave = 16}},
    {.name = "smooth_climb_fast",
     .shows = "growth of 1.34 an octave at 8 sizes an octave, no edge anywhere",
     NOTHING_THERE,
     .shapes = {{SHAPE(climb_134)}},
     .recipe = {.per_octave = 8}},
    {.name = "smooth_climb_ripple",
     .shows = "growth of 1.265 an octave with a ripple of 3 per cent that repeats in every round",
     NOTHING_THERE,
     .shapes = {{SHAPE(climb)}},
     .recipe = {.noise = {.ripple_share = 0.03}}},
    {.name = "smooth_climb_bent",
     .shows = "growth of about 1.265 an octave whose slope bends by a seventh, no edge anywhere",
     NOTHING_THERE,
     .shapes = {{SHAPE(climb_bent)}},
     .recipe = {.highest_bytes = MIB(5.7)}},
    {.name = "smooth_climb_searched",
     .shows = "the worst bent climb of 2,400 tried: a ripple of 2.9 per cent that repeats in every round, "
              "no edge anywhere",
     NOTHING_THERE,
     .shapes = {{SHAPE(climb_searched)}},
     .seed = 2670693952,
     .recipe = {.lowest_bytes = 9728,
                .highest_bytes = 79691776,
                .per_octave = 10,
                .rounds = 3,
                .noise = {.ripple_share = 0.028570755384921494, .trial_share = 0.00035358741297116138}}},
    {.name = "lumps_searched",
     .shows = "the worst flat curve of 2,400 tried: lumps of 21 per cent that repeat in every round",
     NOTHING_THERE,
     .wrong = "2 levels, a knee noted",
     .today = {{EXPECT_NOTED, FINDING_KNEE, 0, 0, MIB(1.1), MIB(1.5), 0, NULL}},
     .shapes = {{SHAPE(flat)}},
     .seed = 56204015,
     .recipe = {.lowest_bytes = 7424,
                .highest_bytes = 60817408,
                .per_octave = 3,
                .rounds = 3,
                .noise = {.ripple_share = 0.21285172289880916, .trial_share = 0.013959886254984722}}},
    /* Disturbances. */
    {.name = "stretches_searched",
     .shows = "the worst flat curve of 2,400 tried beside a neighbour: its stretches spare the same sizes "
              "in three rounds",
     NOTHING_THERE,
     .wrong = "a knee noted on the quiet curve",
     .today = {{EXPECT_NOTED, FINDING_KNEE, 0, RULE_SET(RULE_M1), 0, 0, 0, NULL},
               {EXPECT_UNCLAIMED, FINDING_KNEE, 0, 0, 0, 0, 0, NULL}},
     .shapes = {{SHAPE(flat)}},
     .seed = 535063687,
     .recipe = {.lowest_bytes = 4224,
                .highest_bytes = 34603008,
                .per_octave = 10,
                .rounds = 3,
                .noise = {.ripple_share = 0.0098384969734292352,
                          .trial_share = 0.013150018418347073,
                          .neighbour_per_mille = 644,
                          .neighbour_trials = 109,
                          .neighbour_factor = 2.9807305896277949}}},
    {.name = "neighbour",
     .shows = "three levels beside a neighbour that doubles the time in stretches, a third of the run",
     .answer = "knees near 53 KiB and 2.3 MiB, or refused",
     .right = {{KNEE_SEEN(1, KIB(53.1))}, {KNEE_SEEN(2, MIB(2.29))}, {HOLDS(1, KIB(48))}, {HOLDS(2, MIB(2))}},
     .recipe = {.noise = {.neighbour_per_mille = 330, .neighbour_factor = 2.0, .neighbour_trials = 40}}},
    {.name = "neighbour_phantom",
     .shows = "nine trials back to back in one round; the step at 1.1 MiB is a neighbour's stretch",
     .answer = "the edge at 32 KiB; no accepted knee at 1.1 MiB",
     .right = {{EXPECT_UNCLAIMED, FINDING_KNEE, 0, 0, MIB(1), MIB(1.3), 0, NULL}},
     .shapes = {{SHAPE(phantom)}},
     .recipe = {.highest_bytes = MIB(128), .rounds = 1, .trials = 9, .back_to_back = true}},
    {.name = "clock_ramp",
     .shows = "three levels while the clock ramps up over the first 60 trials",
     .answer = "3 levels, knees near 53 KiB and 2.3 MiB",
     .right =
         {{LEVELS(3)}, {KNEE(1, KIB(53.1))}, {KNEE(2, MIB(2.29))}, {HOLDS(1, KIB(48))}, {HOLDS(2, MIB(2))}},
     .recipe = {.noise = {.ramp_factor = 2.3, .ramp_trials = 60}}},
    {.name = "clock_ramp_alone",
     .shows = "one round; the clock ramps up over the first six sizes",
     .answer = "no accepted knee: one round, and a falling start",
     .right = {{EXPECT_UNCLAIMED, FINDING_KNEE, 0, 0, 0, 0, 0, NULL}},
     .recipe = {.rounds = 1, .back_to_back = true, .noise = {.ramp_factor = 2.3, .ramp_trials = 18}}},
    {.name = "preempted",
     .shows = "three levels; three trials in ten are preempted and take two to four times as long",
     .answer = "3 levels; the preempted trials are not counted",
     .right =
         {{LEVELS(3)}, {KNEE(1, KIB(53.1))}, {KNEE(2, MIB(2.29))}, {HOLDS(1, KIB(48))}, {HOLDS(2, MIB(2))}},
     .recipe = {.noise = {.preempted_per_mille = 300}}},
    {.name = "mostly_preempted",
     .shows = "eight trials in ten are preempted",
     .answer = "refused: most points fail",
     .right = {{REFUSED(FINDING_SWEEP, RULE_SET(RULE_T3))}, {NO_HIERARCHY}, {NO_KNEE}},
     .recipe = {.noise = {.preempted_per_mille = 800}}},
    {.name = "demoted",
     .shows = "one level, but from 8 MiB on every trial runs on a core 2.5 times slower",
     .answer = "no edge at 8 MiB: the clock fell, not a cache ended",
     .right = {{NO_KNEE}},
     .shapes = {{SHAPE(flat)}},
     .recipe = {.noise = {.demoted_bytes = MIB(8), .demoted_factor = 2.5, .demoted_per_mille = 1000}}},
    {.name = "sometimes_demoted",
     .shows = "three levels; from 8 MiB on a third of the trials run on a core 2.5 times slower",
     .answer = "3 levels",
     .right = {{LEVELS(3)}, {KNEE(1, KIB(53.1))}, {KNEE(2, MIB(2.29))}},
     .recipe = {.noise = {.demoted_bytes = MIB(8), .demoted_factor = 2.5, .demoted_per_mille = 333}}},
    /* Clocks. */
    {.name = "coarse_clock",
     .shows = "asked for a clock of 5 microseconds and got one of 95",
     .answer = "refused: the clock is too coarse",
     .right = {{REFUSED(FINDING_TIMER, RULE_SET(RULE_T2))}, {NO_HIERARCHY}, {NO_KNEE}},
     .recipe = {.target_ns = 20000000, .timer_step_ns = 95000, .coarsen_ns = 5000}},
    {.name = "short_blocks",
     .shows = "blocks of 40 steps of the clock",
     .answer = "refused: blocks too short for the clock",
     .right = {{REFUSED(FINDING_SWEEP, RULE_SET(RULE_T3))}, {NO_HIERARCHY}, {NO_KNEE}},
     .recipe = {.target_ns = 40000, .timer_step_ns = 1000}},
    {.name = "ticks_as_nanoseconds",
     .shows = "a clock that counts ticks of 41.67 ns as nanoseconds: 41.67 times too fast",
     .answer = "sizes stand; the clock is refused",
     .right = {{KNEE(1, KIB(53.1))},
               {KNEE(2, MIB(2.29))},
               {EXPECT_REFUSED, FINDING_CLOCK, 0, 0, 0, 0, 0, NULL}},
     .recipe = {.target_ns = 4000000, .timer_step_ns = 125.0 / 3.0, .reading_factor = 3.0 / 125.0}},
    /* The granule. */
    {.name = "granule_flat",
     .shows = "pairs that cost the same at every distance",
     .answer = "refused: no ramp",
     .right = {{NO_GRANULE}, {GRANULE_REFUSED(2, RULE_SET(RULE_G2))}},
     .granule = {.pairs = SPECIMEN_FLAT_PAIRS}},
    {.name = "granule_32",
     .shows = "pairs that pay for distance up to 32 bytes",
     .answer = "32 bytes",
     .right = {{GRANULE(2, 32)}, {GRANULE_REFUSED(1, RULE_SET(RULE_G2))}},
     .granule = {.pairs = SPECIMEN_RAMP, .bytes = 32},
     .recipe = {.line_bytes = 32}},
    {.name = "granule_64",
     .shows = "pairs that pay for distance up to 64 bytes",
     .answer = "64 bytes",
     .right = {{GRANULE(2, 64)}, {GRANULE_REFUSED(1, RULE_SET(RULE_G2))}},
     .granule = {.pairs = SPECIMEN_RAMP, .bytes = 64}},
    {.name = "granule_noise",
     .shows = "pairs whose times are noise of 40 per cent",
     .answer = "refused",
     .right = {{NO_GRANULE}, {GRANULE_REFUSED(2, 0)}},
     .granule = {.pairs = SPECIMEN_FLAT_PAIRS},
     .recipe = {.noise = {.pair_share = 0.4}}},
    {.name = "granule_128",
     .shows = "pairs that pay for distance up to 128 bytes, on lines of 64",
     .answer = "128 bytes",
     .right = {{GRANULE(2, 128)}, {GRANULE_REFUSED(1, RULE_SET(RULE_G2))}},
     .granule = {.pairs = SPECIMEN_RAMP, .bytes = 128}},
    {.name = "granule_256_short",
     .shows = "pairs that pay for distance up to 256 bytes, on the short ruler",
     .answer = "refused: at the end of the ruler",
     .right = {{NO_GRANULE}, {GRANULE_REFUSED(2, RULE_SET(RULE_G5))}},
     .granule = {.pairs = SPECIMEN_RAMP, .bytes = 256}},
    {.name = "granule_256_long",
     .shows = "pairs that pay for distance up to 256 bytes, on the long ruler",
     .answer = "256 bytes",
     .right = {{GRANULE(2, 256)}},
     .granule = {.pairs = SPECIMEN_RAMP, .bytes = 256},
     .recipe = {.line_bytes = 128, .long_ruler = true}},
    {.name = "granule_never_turns",
     .shows = "a ramp that rises to the end of the ruler and beyond",
     .answer = "refused: no flat part",
     .right = {{NO_GRANULE}, {GRANULE_REFUSED(2, RULE_SET(RULE_G5))}},
     .granule = {.pairs = SPECIMEN_NEVER_TURNS}},
    {.name = "granule_over_edge",
     .shows = "no footprint that stays inside a level once it has doubled; the edge looks like 64 bytes",
     .answer = "refused: no legal placement",
     .right = {{NO_GRANULE},
               {GRANULE_REFUSED(2, RULE_SET(RULE_G1))},
               {EXPECT_NOTED, FINDING_GRANULE_RETIRED, 2, 0, 64, 64, 0, NULL}},
     .shapes = {{SHAPE(narrow)}},
     .granule = {.pairs = SPECIMEN_RAMP, .bytes = 64},
     .recipe = {.per_octave = 8, .highest_bytes = KIB(750)}},
    {.name = "granule_bend",
     .shows = "a rise that nears its plateau without an edge, half way at 48 bytes",
     .answer = "refused: a bend, not an edge",
     .right = {{NO_GRANULE}, {GRANULE_REFUSED(2, 0)}},
     .granule = {.pairs = SPECIMEN_BEND, .bytes = 48}},
    {.name = "granule_invented",
     .shows = "a ramp to 64 bytes inside the first level too, where nothing is fetched",
     .answer = "every granule of the capture refused",
     .right = {{NO_GRANULE}, {GRANULE_REFUSED(0, RULE_SET(RULE_G6))}},
     .granule = {.pairs = SPECIMEN_RAMP, .bytes = 64, .in_first_level = true}},
    /* Several passes: what the comparisons say. */
    {.name = "private_test",
     .shows = "figures of the second article: 1 MiB alone and beside 1, 4 and 16 MiB on the other Super core",
     .answer = "private",
     .right = {{EXPECT_ACCEPTED, FINDING_PRIVATE, 0, 0, 1.0, 1.1, 0, NULL}},
     .shapes = {{SHAPE(super)}, {SHAPE(beside_1)}, {SHAPE(beside_4)}, {SHAPE(beside_16)}},
     .recipe = {.passes = {{.competitors = 0}, {BESIDE(MIB(1))}, {BESIDE(MIB(4))}, {BESIDE(MIB(16))}},
                CHIP_SWEEP("Super", {SUPER_CORE}, MIB(1024))}},
    {.name = "shared_test",
     .shows = "1 MiB alone at 2.525 ns, beside another core's 1 MiB at 5.67 ns",
     .answer = "shared",
     .right = {{EXPECT_ACCEPTED, FINDING_PRIVATE, 0, 0, 2.1, 2.4, 0, NULL}},
     .shapes = {{SHAPE(super)}, {SHAPE(beside_shared)}},
     .recipe = {.passes = {{.competitors = 0}, {BESIDE(MIB(1))}},
                CHIP_SWEEP("Super", {SUPER_CORE}, MIB(1024))}},
    {.name = "private_or_shared",
     .shows = "1 MiB alone at 2.525 ns, beside another core's 1 MiB at 3.03 ns",
     .answer = "refused: neither private nor shared",
     .right = {{REFUSED(FINDING_PRIVATE, RULE_SET(RULE_V1))}},
     .shapes = {{SHAPE(super)}, {SHAPE(beside_between)}},
     .recipe = {.passes = {{.competitors = 0}, {BESIDE(MIB(1))}},
                CHIP_SWEEP("Super", {SUPER_CORE}, MIB(1024))}},
    {.name = "page_order",
     .shows = "figures of the second article: Super core in random and in page order (10.8 and 23.5 cycles)",
     .answer = "the step at 1.5 MiB is a cache step",
     .right = {{EXPECT_ACCEPTED, FINDING_PAGE_ORDER, 2, 0, 1.9, 2.4, 0, NULL}},
     .shapes = {{SHAPE(super)}, {SHAPE(super_paged)}},
     .recipe = {.passes = {{.order = CAPTURE_RANDOM}, {.order = CAPTURE_PAGE}},
                CHIP_SWEEP("Super", {SUPER_CORE}, MIB(1024))}},
    {.name = "page_order_translation",
     .shows = "a step at 2.3 MiB in random order that page order takes away",
     .answer = "the step at 2.3 MiB is a translation step",
     .right = {{EXPECT_ACCEPTED, FINDING_PAGE_ORDER, 2, 0, 1.0, 1.1, 0, NULL}},
     .shapes = {{SHAPE(three)}, {SHAPE(paged_away)}},
     .recipe = {.passes = {{.order = CAPTURE_RANDOM}, {.order = CAPTURE_PAGE}}}},
    {.name = "page_order_between",
     .shows = "a step at 2.3 MiB in random order of which page order leaves 1.22",
     .answer = "refused: between cache and translation",
     .right = {{EXPECT_REFUSED, FINDING_PAGE_ORDER, 2, RULE_SET(RULE_O2), 0, 0, 0, NULL}},
     .shapes = {{SHAPE(three)}, {SHAPE(paged_half)}},
     .recipe = {.passes = {{.order = CAPTURE_RANDOM}, {.order = CAPTURE_PAGE}}}},
    {.name = "crowded",
     .shows = "three levels, quiet and beside three streaming threads; the deep edge falls to a third",
     .answer = "the deepest knee falls most",
     .right = {{KNEE(1, KIB(53.1))},
               {KNEE(2, MIB(2.29))},
               {EXPECT_ACCEPTED, FINDING_COMPETITOR, 0, 0, 0, 0, 0, NULL}},
     .shapes = {{SHAPE(three)}, {SHAPE(crowded)}},
     .recipe = {.passes = {{.competitors = 0},
                           {.competitors = 3, .competitor_bytes = MIB(64), .mode = CAPTURE_STREAM}},
                .core = {.clock_ghz = 3.0, .cpus = 4}}},
    /* What version 2 answers wrongly, or passes over in silence. */
    {.name = "one_level_in_two_places",
     .shows = "an L3 of 32 MiB of which a neighbour leaves 8 MiB in four of five rounds",
     .answer = "one last level, refused or noted; never two",
     .right = {{KNEE_SEEN(1, KIB(37.5))}, {EXPECT_SILENT, FINDING_HIERARCHY, 0, 0, 5, 9, 0, NULL}},
     .wrong = "near 9.8 and 39 MiB: five levels of a machine with four",
     .since = 3,
     .today = {{LEVELS_SEEN(5)}},
     .shapes = {{SHAPE(server_crowded)}},
     .later = {SHAPE(server)},
     .later_round = 4,
     .recipe = {.caches = server_caches, .highest_bytes = MIB(256)}},
    {.name = "elapsed_wrapped",
     .shows = "elapsed times of 6 s kept modulo 2^32 ns: processor time is 3.5 times elapsed",
     .answer = "refused: the trials do not count",
     .right = {{REFUSED(FINDING_SWEEP, RULE_SET(RULE_T3))}, {NO_HIERARCHY}, {NO_KNEE}},
     .wrong = "a first level of 0.31 ns, accepted",
     .since = 3,
     .today = {{EXPECT_ACCEPTED, FINDING_KNEE, 1, 0, 0, 0, 0, NULL}},
     .shapes = {{SHAPE(server)}},
     .recipe = {.wrap_ns = UINT64_C(1) << 32,
                .target_ns = UINT64_C(6000000000),
                .caches = server_caches,
                .highest_bytes = MIB(256)}},
    {.name = "faults_in_block",
     .shows = "5,000 page faults in every block from 64 MiB on",
     .answer = "those trials do not count: no edge at 66 MiB",
     .right = {{KNEE(1, KIB(37.5))}, {EXPECT_SILENT, FINDING_KNEE, 0, 0, MIB(50), MIB(90), 0, NULL}},
     .wrong = "a knee near 66 MiB, memory at 3.1 microseconds",
     .since = 3,
     .today = {{EXPECT_ACCEPTED, FINDING_KNEE, 0, 0, MIB(50), MIB(90), 0, NULL}},
     .shapes = {{SHAPE(server_swapped)}},
     .recipe = {.faults_from_bytes = MIB(64.5),
                .faults = 5000,
                .target_ns = 5000000,
                .caches = server_caches,
                .highest_bytes = MIB(512)}},
    {.name = "ends_inside_l3",
     .shows = "a sweep that ends at 24 MiB on a machine that reports 256 MiB of L3",
     .answer = "the last level is not called memory: the sweep ends inside the reported L3",
     CONTRADICTED,
     .shapes = {{SHAPE(server)}},
     .recipe = {.caches = large_caches, .highest_bytes = MIB(24)}},
    {.name = "fast_run_called_slow",
     .shows = "every cycle is counted on the fast cores, the label says efficiency",
     .answer = "a contradiction, told first: the run was on the other cores",
     CONTRADICTED,
     .shapes = {{SHAPE(fast_core)}},
     .recipe = {.caches = two_clusters,
                .asked_cores = "Efficiency",
                .core = {.clock_ghz = 4.4, .cpus = 4},
                .fastest_cycles_share = 1000,
                .highest_bytes = MIB(512)}},
    {.name = "first_level_at_1p2_cycles",
     .shows = "a first level of 1.2 cycles, with a clock that is known",
     .answer = "a contradiction, told first: no load takes less than two cycles",
     CONTRADICTED,
     .shapes = {{SHAPE(too_fast)}},
     .recipe = {.caches = two_clusters,
                .asked_cores = "Performance",
                .core = {.clock_ghz = 3.5, .cpus = 4},
                .highest_bytes = MIB(512)}},
    {.name = "half_the_points_short",
     .shows = "every block below 1 MiB is too short for the clock",
     .answer = "levels counted, not numbered: all is noted",
     .right = {{EXPECT_UNCLAIMED, FINDING_KNEE, 0, 0, 0, 0, 0, NULL},
               {EXPECT_NOTED, FINDING_KNEE, 0, 0, 0, 0, 0, NULL}},
     .wrong = "the L3's edge is accepted as knee 1",
     .since = 3,
     .today = {{EXPECT_ACCEPTED, FINDING_KNEE, 1, 0, MIB(30), MIB(50), 0, NULL}},
     .shapes = {{SHAPE(server)}},
     .recipe = {.short_below_bytes = MIB(1),
                .timer_step_ns = 125.0 / 3.0,
                .target_ns = 5000000,
                .caches = server_caches,
                .highest_bytes = MIB(256)}},
    {.name = "phantom_below_l1",
     .shows = "lists of under 128 nodes at 1 ns on a machine that reports 32 KiB of L1",
     .answer = "a contradiction, told first: the edge at 5.2 KiB is below the reported L1",
     .right = {{EXPECT_NOTED, FINDING_CONTRADICTION, 0, RULE_SET(RULE_R0), 0, 0, 0, NULL}},
     .wrong = "a knee at 5.2 KiB accepted as the first",
     .since = 3,
     .today = {{EXPECT_ACCEPTED, FINDING_KNEE, 1, 0, KIB(4.4), KIB(6.1), 0, NULL}},
     .shapes = {{SHAPE(predicted_lists)}},
     .recipe = {.caches = server_caches, .lowest_bytes = 1024, .highest_bytes = MIB(24)}},
    {.name = "stride_of_a_page",
     .shows = "a stride of 4,096 on lines of 64: sizes count nodes, not bytes of cache",
     .answer = "all is noted",
     .right = {{EXPECT_UNCLAIMED, FINDING_KNEE, 0, 0, 0, 0, 0, NULL},
               {EXPECT_NOTED, FINDING_KNEE, 0, 0, 0, 0, 0, NULL}},
     .wrong = "a knee at 37 KiB accepted",
     .since = 3,
     .today = {{EXPECT_ACCEPTED, FINDING_KNEE, 0, 0, KIB(30), KIB(45), 0, NULL}},
     .shapes = {{SHAPE(wide_stride)}},
     .recipe = {.stride_bytes = 4096, .lowest_bytes = 4096}},
    {.name = "starved_competitor",
     .shows = "the private test's competitor did one load beside each trial",
     .answer = "not judged: the trials beside it do not count",
     .right = {{EXPECT_SILENT, FINDING_PRIVATE, 0, 0, 0, 0, 0, NULL}},
     .wrong = "private, accepted",
     .since = 3,
     .today = {{EXPECT_ACCEPTED, FINDING_PRIVATE, 0, 0, 1.0, 1.1, 0, NULL}},
     .shapes = {{SHAPE(super)}, {SHAPE(beside_1)}, {SHAPE(beside_4)}, {SHAPE(beside_16)}},
     .recipe = {.passes = {{.competitors = 0}, {BESIDE(MIB(1))}, {BESIDE(MIB(4))}, {BESIDE(MIB(16))}},
                CHIP_SWEEP("Super", {SUPER_CORE}, MIB(1024)),
                .starved = true}},
    {.name = "far_translation",
     .shows = "no cache beyond 4 MiB; the step at 150 MiB is the translation's, and no page order tells",
     .answer = "the step at 150 MiB is there; whether cache or translation is not distinguished",
     .right = {{KNEE(1, KIB(76))}, {KNEE(2, MIB(4.9))}, {KNEE_SEEN(3, MIB(150))}},
     .shapes = {{SHAPE(far_translation)}},
     .recipe = {M4, .caches = two_clusters, .asked_cores = "Efficiency", .highest_bytes = MIB(2048)}},
    /* Cache or translation, by one node a page. */
    {.name = "m4_efficiency_pages",
     .shows = "the M4 efficiency cluster with a chase of one node a page",
     .answer = "the edges at 64 KiB and 4 MiB are caches'",
     .right = {{FROM_CACHE(1)}, {FROM_CACHE(2)}},
     .shapes = {{SHAPE(m4_e)}},
     .reaches = {SHAPE(reaches_m4_e)},
     .recipe = {M4_SWEEP("Efficiency", "background", m4_e_caches, {M4_E_CORE})}},
    {.name = "tier_super_pages",
     .shows = "the Super core of the second article with a chase of one node a page",
     .answer = "the edge at 1.5 MiB, behind the level of 12 cycles, is a cache's",
     .right = {{FROM_CACHE(1)}, {FROM_CACHE(2)}},
     .shapes = {{SHAPE(super)}},
     .reaches = {SHAPE(reaches_super)},
     .recipe = {CHIP_SWEEP("Super", {SUPER_CORE}, MIB(1024))}},
    {.name = "a20_pages",
     .shows = "an A20 (32 and 256 KiB, 256 pages of 4 KiB) with a chase of one node a page",
     .answer = "the step at 1 MiB is the translation's, the others are caches'",
     .right = {{KNEE_SEEN(3, MIB(1.1))},
               {HOLDS(3, MIB(1))},
               {FROM_CACHE(1)},
               {FROM_CACHE(2)},
               {FROM_TRANSLATION(3)}},
     .shapes = {{SHAPE(a20)}},
     .reaches = {SHAPE(reaches_a20)},
     .recipe = {.lowest_bytes = 768, .highest_bytes = MIB(16), .per_octave = 2}},
    {.name = "m4_performance_pages",
     .shows = "the M4 performance cluster with a chase of one node a page",
     .answer = "the edges at 128 KiB and 16 MiB are caches'",
     .right = {{FROM_CACHE(1)}, {FROM_CACHE(2)}},
     .shapes = {{SHAPE(m4_p)}},
     .reaches = {SHAPE(reaches_m4_p)},
     .recipe = {M4_SWEEP("Performance", "interactive", m4_p_caches, {M4_P_CORE})}},
};

const struct shape *specimen_shape(const struct specimen *curve, size_t pass)
{
	static const struct shape three_levels = {SHAPE(three)};
	return curve->shapes[pass].count > 0 ? &curve->shapes[pass] : &three_levels;
}

const struct specimen *specimen_table(size_t *count)
{
	*count = sizeof table / sizeof table[0];
	return table;
}
