"""Masks what differs between two runs of the same program: times, speeds, dates, paths of programs, process ids."""

import re

NUMBER = r"\d[\d,]*(?:\.\d+)?(?:e-?\d+)?"
# Progress lines on standard error, such as `margo: 1 s, 20 games`. The number of these lines depends on the time.
PROGRESS = re.compile(r"^[a-z ]+: \d+ s, .*\n", re.MULTILINE)
RULES = [
    # The speed of a run over time, as a plot and as numbers. It is empty for a short run.
    (re.compile(r'<figure class="pace">.*?</figure>\n?', re.DOTALL), ""),
    (re.compile(r'"pace": ?\[(?:\]|[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)+\])'), '"pace": PACE'),
    # The time spent shrinking, which is not printed if it was very short.
    (re.compile(r"^plus [\d.]+ s spent shrinking findings\n", re.MULTILINE), ""),
    # A time such as `5.3 s`, with the preceding spaces that align a table.
    (re.compile(r" *\b\d+\.\d+ s\b"), " TIME s"),
    (re.compile(rf" *\b{NUMBER} (plies|positions|sequences|games)/s"), r" SPEED \1/s"),
    (re.compile(rf" s: {NUMBER}/s with"), " s: SPEED/s with"),
    (re.compile(rf"\b{NUMBER} million a second"), "SPEED million a second"),
    (re.compile(rf'("(?:seconds|shrinking_seconds|found_after|plies_per_second)": ?){NUMBER}'), r"\1TIME"),
    (re.compile(r'\btime="[\d.]+"'), 'time="TIME"'),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(Z| UTC)?"), "DATE"),
]


def masked(name, data, paths):
    """Returns the text of a part of an outcome after masking; None if it is not text."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    for path in paths:
        text = text.replace(path, "bustan")
    if name.endswith("stderr"):
        text = PROGRESS.sub("", text)
    for rule, image in RULES:
        text = rule.sub(image, text)
    return text
