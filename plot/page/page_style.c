/* How the page looks. Text pairs have a contrast of 4.5 or more in both schemes; a figure stays a white card
 * in the dark one, so that it is the same picture everywhere. */
#include "page_style.h"

#include <stddef.h>

const char *const page_style[] = {
    ":root{--bg:#fff;--card:#f6f8fa;--text:#1b1f24;--muted:#57606a;--line:#d5dbe1;--link:#005fa3;--ref:#8a3a78;--wr:#b8102a;--ok:#00694d;--wrbg:#fdedee}\n",
    "@media "
    "(prefers-color-scheme:dark){:root{--bg:#11161c;--card:#1a2129;--text:#e6eaef;--muted:#a9b4c0;--line:#36414d;--link:#7cc0f5;--ref:#e3a6d3;--wr:#ff8f98;--ok:#6fd3ae;--wrbg:#3a1a20}.plot{filter:brightness(.92)}}\n",
    "*{box-sizing:border-box}\n",
    "html{color-scheme:light dark;-webkit-text-size-adjust:100%}\n",
    "body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.55 system-ui,-apple-system,\"Segoe "
    "UI\",Arial,sans-serif;overflow-wrap:anywhere}\n",
    ".wrap{max-width:72rem;margin:0 auto;padding:0 1rem}\n",
    ".skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--bg);padding:.5rem;z-index:1}\n",
    "a{color:var(--link);text-underline-offset:.15em}\n",
    ":focus-visible{outline:3px solid var(--link);outline-offset:2px}\n",
    "header{padding:2rem 0 0}\n",
    "h1{font-size:1.9rem;line-height:1.2;margin:0 0 .4rem}\n",
    "h2{font-size:1.45rem;line-height:1.25;margin:3.2rem 0 .8rem;padding-top:1rem;border-top:1px solid "
    "var(--line)}\n",
    "h3{font-size:1.2rem;line-height:1.3;margin:2.4rem 0 .5rem}\n",
    "h4{font-size:1rem;margin:1.2rem 0 .3rem}\n",
    "p,ul,ol{max-width:44rem;margin:.5rem 0}\n",
    "li{margin:.25rem 0}\n",
    ".small,figcaption,caption,.muted{color:var(--muted)}\n",
    ".small{font-size:.9rem}\n",
    ".made{font-size:.85rem;font-weight:400;color:var(--muted);border:1px solid "
    "currentColor;border-radius:.3rem;padding:.05em .4em;white-space:nowrap}\n",
    "nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;max-width:none}\n",
    "nav a{display:inline-block;padding:.25rem 0}\n",
    ".tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.8rem;margin:1.2rem "
    "0;padding:0}\n",
    ".tiles div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.7rem "
    ".9rem;display:flex;flex-direction:column-reverse;justify-content:flex-end}\n",
    ".tiles dd{margin:0;font-size:1.7rem;line-height:1.2;font-variant-numeric:tabular-nums}\n",
    ".tiles dt{color:var(--muted);font-size:.9rem}\n",
    ".tiles .w dd{color:var(--wr)}.tiles .r dd{color:var(--ref)}\n",
    ".facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem 1.2rem;margin:.8rem "
    "0;max-width:60rem;font-size:.92rem}\n",
    ".facts dt{color:var(--muted)}.facts dd{margin:0}\n",
    ".two{display:grid;grid-template-columns:minmax(0,1fr);gap:0 2.2rem}\n",
    "figure{margin:1.2rem 0;min-width:0}\n",
    ".plot{background:#fff;border:1px solid "
    "var(--line);border-radius:.5rem;padding:.5rem;overflow-x:auto;max-width:51.2rem}\n",
    ".plot svg{display:block;width:100%;min-width:31rem;max-width:50rem;height:auto}\n",
    ".none{border:1px dashed var(--muted);border-radius:.5rem;padding:.7rem .9rem;max-width:51.2rem}\n",
    "figcaption{max-width:44rem;font-size:.92rem;margin-top:.5rem}\n",
    ".scroll{overflow-x:auto;margin:1rem 0;max-width:100%}\n",
    "table{border-collapse:collapse;font-size:.92rem;line-height:1.35;font-variant-numeric:tabular-nums}\n",
    "caption span{position:sticky;left:0;display:inline-block;max-width:min(44rem,calc(100vw - 2rem))}\n",
    "table.wide{min-width:42rem}\n",
    "caption{text-align:left;padding:0 0 .4rem;font-size:.92rem}\n",
    "th,td{text-align:left;vertical-align:top;padding:.35rem .9rem .35rem 0;border-bottom:1px solid "
    "var(--line)}\n",
    "td,th{overflow-wrap:break-word}\n",
    "thead th{border-bottom:2px solid var(--muted);font-weight:600;vertical-align:bottom}\n",
    "tbody th{font-weight:500}\n",
    ".n{text-align:right}td.n{white-space:nowrap}.nw td{white-space:nowrap}\n",
    ".nw tbody th{min-width:9rem;max-width:22rem}.nw th,.nw td{padding-right:.55rem}\n",
    ".grid tbody th{min-width:0;white-space:nowrap}\n",
    "td.why{min-width:18rem}td.of{min-width:10rem}\n",
    "tr.wrong th,tr.wrong td{background:var(--wrbg)}tr.wrong th{color:var(--wr)}\n",
    ".st{white-space:nowrap}.st::before{content:\"\";display:inline-block;width:.6em;height:.6em;margin-right:.4em;border:2px "
    "solid currentColor;border-radius:50%}\n",
    ".acc{color:var(--ok)}.acc::before{background:currentColor}\n",
    ".ref{color:var(--ref)}.ref::before{border-radius:0;transform:rotate(45deg) scale(.85)}\n",
    ".not{color:var(--muted)}\n",
    ".wr{color:var(--wr);font-weight:600}.wr::before{border-radius:0;background:currentColor}\n",
    ".refusals{list-style:none;padding:0}.refusals li{border-left:.25rem solid var(--ref);padding:.1rem 0 "
    ".1rem .8rem;margin:.7rem 0}\n",
    "b{font-weight:600}\n",
    ".print{display:none}details{margin:1rem 0}summary{cursor:pointer;padding:.4rem 0;color:var(--link)}\n",
    "code{font:.9em "
    "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--card);padding:.1em "
    ".3em;border-radius:.2em;overflow-wrap:anywhere}\n",
    "pre{background:var(--card);border:1px solid "
    "var(--line);border-radius:.4rem;padding:.8rem;overflow-x:auto;max-width:100%;font:.85rem/1.4 "
    "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}pre "
    "code{background:none;padding:0;overflow-wrap:normal;font-size:1em}\n",
    "footer{margin:4rem 0 2rem;border-top:1px solid var(--line);padding-top:1rem}\n",
    "@media screen and (max-width:36rem){figcaption::after,caption span::after{content:\" Scrolls "
    "sideways.\"}.facts{grid-template-columns:minmax(0,1fr);gap:0}.facts dd{margin:0 0 .4rem}}\n",
    "@media (min-width:64rem){.two{grid-template-columns:minmax(0,51.2rem) "
    "minmax(15rem,1fr)}.half{grid-template-columns:1fr "
    "1fr}.two>aside{padding-top:1.2rem}pre{white-space:pre-wrap}}\n",
    "@media "
    "print{:root{--bg:#fff;--card:#fff;--text:#000;--muted:#444;--line:#bbb;--link:#000;--ref:#8a3a78;--wr:#b8102a;--ok:#00694d;--wrbg:#fdedee}\n",
    " "
    "html{color-scheme:light;font-size:10pt}nav,.skip{display:none}.plot{filter:none;border:0;padding:0;overflow:visible;max-width:none}\n",
    " .plot svg{min-width:0;max-width:100%;max-height:235mm;margin:0 "
    "auto}.scroll{overflow:visible}figure,tr,li,.tiles{break-inside:avoid}h2,h3,h4{break-after:avoid}thead{display:table-header-group}\n",
    " table{font-size:7.5pt}th,td{padding-right:.5em}td.why,td.of,table.wide{min-width:0}td:not(.n),tbody "
    "th{overflow-wrap:anywhere;min-width:3.5rem}.nw td:not(.n),.nw tbody "
    "th{white-space:normal}.two{display:block}a{text-decoration:none}details{display:none}.print{display:block}pre{white-space:pre-wrap;font-size:7pt}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\n",
    NULL,
};
