/* Where the hostile texts stand. */
#include "hostile.h"

#include <string.h>

static char hostile_long[HOSTILE_LENGTH + 1];

static const struct hostile hostile_texts[] = {
    {"double quotes", "a \"quoted\" name\"; system(\"touch " HOSTILE_PROOF "\"); \""},
    {"single quotes", "it's '; system('touch " HOSTILE_PROOF "'); '"},
    {"doubled single quotes", "''; !touch " HOSTILE_PROOF "\n''"},
    {"backquotes", "`touch " HOSTILE_PROOF "`"},
    {"a substitution", "$(touch " HOSTILE_PROOF ") ${HOME} $HOME"},
    {"a pipe", "| touch " HOSTILE_PROOF},
    {"an input command", "< touch " HOSTILE_PROOF},
    {"a newline and a command", "name\n!touch " HOSTILE_PROOF "\n"},
    {"a carriage return", "name\r!touch " HOSTILE_PROOF "\r\n# end: complete"},
    {"an end of block", "EOD\nsystem('touch " HOSTILE_PROOF "')\n$p << EODX"},
    {"a trailing backslash", "name\\"},
    {"two trailing backslashes", "name\\\\"},
    {"an escape", "\\\"; !touch " HOSTILE_PROOF " \\042 \\x22 \\n!touch " HOSTILE_PROOF},
    {"a macro", "@c_ink @ARG1 $0 #{x} %s%n%n%d %%"},
    {"per cent", "100 % %d %s %n %.999999f"},
    {"a script", "<script>alert(1)</script>"},
    {"an element's end", "</text></g></svg><svg onload=\"alert(1)\">"},
    {"an attribute", "\" onmouseover=\"alert(1)\" x='"},
    {"CDATA's end", "]]>]]]>]]]]>"},
    {"a comment's end", "--> <!-- -- <!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]> &y;"},
    {"entities", "&amp; &lt;script&gt; &#60; &#x0; &nosuch; & &&"},
    {"an address", "javascript:alert(1) http://example.org/ data:text/html,x"},
    {"a path up", "../../../../tmp/" HOSTILE_PROOF},
    {"an absolute path", "/tmp/" HOSTILE_PROOF},
    {"an option", "--output=" HOSTILE_PROOF " -o " HOSTILE_PROOF},
    {"a formula", "=cmd|'/c touch " HOSTILE_PROOF "'!A1,+1,-1,@SUM(1)"},
    {"separators", "a,b;c\td|e\"\"f"},
    {"gnuplot's markup", "{/=99 big} a_b^c {/Symbol a} &{x} @^2 ~a{.8-}"},
    {"terminal controls", "\x1b[2J\x1b]0;title\x07\x9b"
                          "31m\b\b\b\v\f"},
    {"control bytes", "\x01\x02\x03\x7f\x1f"},
    {"C1 controls", "\xc2\x80\xc2\x9b\xc2\x9f"},
    {"a lone continuation byte", "a\x80 b\xbf"},
    {"a cut character", "caf\xc3"},
    {"a cut character of four bytes", "\xf0\x9f\x98"},
    {"overlong characters", "\xc0\xaf \xe0\x80\xaf \xf0\x80\x80\xaf"},
    {"surrogates", "\xed\xa0\x80\xed\xb0\x80"},
    {"beyond Unicode", "\xf4\x90\x80\x80 \xf8\x88\x80\x80\x80 \xff\xfe"},
    {"noncharacters", "\xef\xbf\xbe \xef\xbf\xbf \xef\xb7\x90"},
    {"turning marks", "\xe2\x80\xae"
                      "3202 \xe2\x81\xa6 \xe2\x80\x8f"},
    {"line separators", "a\xe2\x80\xa8"
                        "b\xe2\x80\xa9"
                        "c\xef\xbb\xbf"},
    {"other scripts", "\xe4\xb8\xad\xe6\x96\x87 \xd0\xb6 \xe2\x9a\xa1 \xf0\x9f\x98\x80 \xc2\xb5s \xce\xa9"},
    {"spaces alone", "   \t  "},
    {"nothing", ""},
    {"ten thousand characters", hostile_long},
};

size_t hostile_count(void)
{
	return sizeof hostile_texts / sizeof hostile_texts[0];
}

struct hostile hostile_text(size_t number)
{
	if (hostile_long[0] == '\0')
		memset(hostile_long, 'W', HOSTILE_LENGTH);
	return hostile_texts[number];
}
