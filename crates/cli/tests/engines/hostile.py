"""A game with one heap, whose boards try to have harmful effects: python3 hostile.py WAY PORT [wrong]

Five coins; players take one in turn, by `take`. WAY is the content of the boards, and PORT is where their pictures try
to send requests. A wrong program does not list the move when two coins are left.
"""

import json
import sys

way, port, *wrong = sys.argv[1:]
outside = f"http://127.0.0.1:{port}/"
spoils = "globalThis.spoilt = parent.spoilt = true; document.title = 'spoilt'; alert('spoilt')"
taken = 0

TEXTS = {
    "markup": f"<script>{spoils}</script>\n<img src=x onerror=\"{spoils}\">\n</text></svg><svg onload=\"{spoils}\">\n]]>\n<!--",
    "scripts": f"</pre></textarea></title><script src=\"{outside}text.js\"></script>\n{{{{7*7}}}} ${{alert(1)}} `{spoils}`",
    "styles": f"</style><style>@import url({outside}text.css);</style>\n<link rel=stylesheet href={outside}link.css>",
    "moving": f"<marquee onstart=\"{spoils}\">coins</marquee><svg><set attributeName=href to='javascript:{spoils}'/></svg>",
    "links": f"<a href=\"javascript:{spoils}\">take</a> <meta http-equiv=refresh content='0;url={outside}refresh'>\njavascript:{spoils}",
    "entities": "&lt;b&gt; &#60;script&#62; &amp;amp; &nosuch; %3Cscript%3E \\u003cscript\\u003e",
    "huge": "\n".join("coin " * 400 for _ in range(400)),
    "controls": "a\x01b\x07c\x08d\x0be\x0cf\x1b[31mred\x1b[0m\x1b]0;spoilt\x07 \u202egnp.exe\u202c \u200b\ufeff\ufffe\U000e0041 end",
    "wide": "o" * 20000,
    "nested": "\n".join(" " * at + "<div>" * 50 for at in range(60)),
}


def svg(inside, attributes=""):
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {names} viewBox="0 0 200 100" {attributes}>{inside}<circle cx="{20 + 30 * taken}" cy="50" r="12"/></svg>'


PICTURES = {
    "markup": lambda: svg(f'<text x="5" y="20">&lt;/svg&gt;&lt;script&gt;{spoils}&lt;/script&gt;</text><title>"&gt;&lt;script&gt;</title>'),
    "scripts": lambda: svg(
        f'<script>{spoils}</script><script href="{outside}picture.js"/><script xlink:href="{outside}picture.js"/>'
        f'<foreignObject width="200" height="100"><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;parent.spoilt=1&lt;/script&gt;"/>'
        f'<img xmlns="http://www.w3.org/1999/xhtml" src="{outside}picture.png" onerror="{spoils}"/></foreignObject>',
        f'onload="{spoils}" onclick="{spoils}" onmouseover="{spoils}"',
    ),
    "styles": lambda: svg(
        f'<style>@import url("{outside}picture.css"); @font-face {{ font-family: f; src: url({outside}font) }} '
        f'* {{ fill: url({outside}fill); background: url({outside}back); font-family: f }}</style>'
        f'<rect width="9" height="9" style="fill: u\\72l({outside}escaped)"/><text x="9" y="9">coins</text>',
        f'style="background: image-set(\'{outside}set.png\' 1x)"',
    ),
    "moving": lambda: svg(
        f'<image width="9" height="9"><set attributeName="href" to="{outside}set.png"/></image>'
        f'<animate onbegin="{spoils}" attributeName="x" dur="1s" values="1;2"/><animateMotion><mpath href="{outside}path"/></animateMotion>'
    ),
    "links": lambda: svg(
        f'<a href="javascript:{spoils}"><rect width="200" height="100" fill="#ccc"/></a><a xlink:href="{outside}link" target="_top"><rect width="200" height="100" fill-opacity="0.1"/></a>'
        f'<use href="{outside}use.svg#a"/><image href="{outside}image.png" width="9" height="9"/><feImage href="{outside}fe.png"/>'
    ),
    "entities": lambda: f'<!DOCTYPE svg [<!ENTITY x SYSTEM "{outside}entity"><!ENTITY y "&#60;script&#62;">]>' + svg("<text>&x;&y;</text>"),
    "huge": lambda: svg('<rect width="1" height="1"/>' * 5000, 'width="1000000" height="1000000"'),
    "controls": lambda: svg('<text x="5" y="20">a&#1;b</text>'),
    "wide": lambda: svg(f'<text x="5" y="20">{"o" * 20000}</text>', 'width="999999" height="2"'),
    "nested": lambda: "".join(['<svg xmlns="http://www.w3.org/2000/svg">'] + ["<g>"] * 300 + ["</g>"] * 300 + ["</svg>"]),
}


def answer(command, words):
    global taken
    match command, words:
        case "name", []:
            return "= Hostile <b>" + ("wrong" if wrong else "right") + "</b>"
        case "boardsize", _:
            return "="
        case "clear_board", []:
            taken = 0
        case "play", [colour, "take"] if taken < 5 and colour == ("black", "white")[taken % 2]:
            taken += 1
        case "play", _:
            return "? no"
        case "undo", []:
            if taken == 0:
                return "? nothing to take back"
            taken -= 1
        case "bustan-legal", []:
            return "= take" if taken < 5 and not (wrong and taken == 3) else "="
        case "bustan-state", []:
            return "= " + json.dumps({"to_move": ("black", "white")[taken % 2] if taken < 5 else None, "taken": taken})
        case "showboard", []:
            return "=\n" + TEXTS[way] + f"\ntaken {taken}"
        case "list_commands", []:
            return "= name boardsize clear_board play undo bustan-legal bustan-state showboard bustan-svg list_commands quit"
        case "bustan-svg", []:
            return "= " + PICTURES[way]()
        case "quit", []:
            return "="
        case _:
            return "? unknown command"
    return "="


sys.stdout.reconfigure(encoding="utf-8", errors="surrogatepass")
for line in sys.stdin:
    command, *words = line.split()
    print(answer(command, words).replace("\n\n", "\n"), end="\n\n", flush=True)
    if command == "quit":
        break
