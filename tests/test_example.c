/* Tests of what the README shows: its figure is the committed capture's, drawn again. */
#include "command.h"

#include <check.h>

/* The coordinates and the words of both pictures; the frame around them differs by gnuplot's version. */
static const char compare[] =
    "set -e; command -v gnuplot >/dev/null || { echo 'no gnuplot: not drawn'; exit 0; }; %s/reduce -q -o "
    "'%s' captures/2026-11-30-amd-epyc/quick.csv; "
    "%s/plot ladder --svg '%s/again.svg' '%s/quick'; "
    "for f in plot/example.svg '%s/again.svg'; do grep -o \"d='[^']*'\\|points='[^']*'\\|>[^<>]*</text>\" "
    "\"$f\" | sort "
    ">'%s'/$(basename \"$f\").parts; done; test -s '%s/example.svg.parts'; diff '%s/example.svg.parts' "
    "'%s/again.svg.parts'";

START_TEST(figure_of_the_readme_is_drawn_again)
{
	char *folder = command_folder();
	struct command command = command_run(compare, command_build(), folder, command_build(), folder,
	                                     folder, folder, folder, folder, folder, folder);
	ck_assert_msg(command.status == 0, "%s%s", command.out, command.error);
	command_free(&command);
	command_remove(folder);
}
END_TEST

Suite *example_suite(void)
{
	Suite *suite = suite_create("example");
	TCase *cases = tcase_create("figure");
	tcase_set_timeout(cases, 60);
	tcase_add_test(cases, figure_of_the_readme_is_drawn_again);
	suite_add_tcase(suite, cases);
	return suite;
}
