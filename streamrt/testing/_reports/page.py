"""The report of a failure as one page of HTML, which needs no network and no script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import dedent

from streamrt._backends.sim.trace import spell
from streamrt.graph.pictures.canvas import clean, plain
from streamrt.graph.pictures.document import document
from streamrt.testing._reports.facts import Facts
from streamrt.testing._reports.picture import svg
from streamrt.testing._reports.sources import Excerpt, excerpts
from streamrt.testing._reports.words import message, origin, unsaid

DRAWS = 200  # the most in the table
MOMENTS = 200
SETTINGS = 50

STYLE = """
.row i { color: var(--soft) }
pre { margin: 0; padding: 10px 14px; border-radius: 6px; overflow-x: auto;
  background: var(--panel); border: 1px solid var(--line) } pre.wrap { white-space: pre-wrap }
.kind, td.number, .hit i, summary { font-weight: 600 } .kind, .hit i { color: var(--red) }
.chart { overflow-x: auto } .chart svg { display: block } td.number { color: var(--brown) }
.source { margin: 8px 0 16px } .source pre { padding: 6px 0 }
.row { display: block; padding: 0 14px; white-space: pre; width: max-content; min-width: 100%;
  box-sizing: border-box }
.hit { background: var(--palered); box-shadow: inset 3px 0 var(--red) }
.row i { font-style: normal; display: inline-block; min-width: 9ch; padding-right: 2ch;
  text-align: right }
details { margin-top: 26px } summary { cursor: pointer }
"""


def page(failure: Facts) -> str:
    """Returns the report as a page that a browser shows, light or dark as the reader prefers."""
    first, *more = message(failure)
    kind, _, said = first.partition(": ")
    body = [
        f'<p><span class="kind">{_words(kind)}</span> <span class="soft">in</span> '
        f"{_words(failure.program)}</p>",
        f"<h1>{_words(said or kind)}</h1>",
        *_pre(dedent("\n".join(more)).split("\n")),
        *(f'<p class="soft">at {_words(site)}</p>' for site in unsaid(failure)),
        "<h2>The schedule</h2>",
        f'<div class="chart">{svg(failure)}</div>',
        f'<p class="soft">{_words(origin(failure))}</p>',
        *_draws(failure),
        *_sources(failure),
        *_again(failure),
        *_settings(failure),
        *_moments(failure),
    ]
    return document(f"{plain(failure.kind)}: {plain(failure.program)}", STYLE, body)


def _words(words: object) -> str:
    return clean(plain(str(words)))


def _pre(lines: Iterable[str]) -> Iterator[str]:
    if body := "\n".join(map(_words, lines)):
        yield f'<pre class="wrap">{body}</pre>'


def _table(heads: Mapping[str, str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yields a table, with the class of each column."""
    yield f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"
    for row in rows:
        cells = zip(heads.values(), row, strict=True)
        row_ = "".join(f'<td class="{kind}">{_words(words)}</td>' for kind, words in cells)
        yield f"<tr>{row_}</tr>"
    yield "</table>"


def _draws(failure: Facts) -> Iterator[str]:
    """Yields the draws that deviate, as a table."""
    deviations = failure.deviations
    if not deviations:
        return
    yield "<h2>What was drawn</h2>"
    heads = ("among", "chosen", "the normal choice", "choices", "virtual time")
    rows = [
        (
            *(str(number), draw.label, draw.chosen or f"choice {draw.value}"),
            draw.instead or ("choice 0" if not draw.chosen else ""),
            *(str(draw.bound), spell(draw.at) if draw.at >= 0 else ""),
        )
        for number, draw in deviations[:DRAWS]
    ]
    yield from _table({"draw": "number", **dict.fromkeys(heads, "")}, rows)
    normal = len(failure.draws) - len(deviations)
    more = f"{len(deviations) - DRAWS} more deviate; " if len(deviations) > DRAWS else ""
    yield f'<p class="soft">{more}the other {normal} draws are normal</p>'


def _sources(failure: Facts) -> Iterator[str]:
    """Yields the lines around the sites."""
    found = excerpts(failure.sites)
    if not found:
        return
    yield "<h2>The lines</h2>"
    for part in found:
        yield f'<div class="source"><p class="soft">{_words(part.path)}</p>'
        yield f"<pre>{''.join(_lines(part, is_race=failure.kind == 'race'))}</pre></div>"


def _lines(part: Excerpt, *, is_race: bool) -> Iterator[str]:
    for number, line in enumerate(part.lines, part.first):
        sites = part.sites.get(number, ())
        mark = " ".join(map(str, sites)) + " → " if sites and is_race else ""
        kind = "row hit" if sites else "row"
        # A tab would be as wide as the place where it stands allows.
        yield f'<span class="{kind}"><i>{mark}{number}</i>{_words(line.expandtabs())}</span>'


def _again(failure: Facts) -> Iterator[str]:
    if failure.again:
        yield "<h2>To run it again</h2>"
        yield from _pre([failure.again])


def _settings(failure: Facts) -> Iterator[str]:
    """Yields what else a replay needs, folded up."""
    if not failure.settings:
        return
    rows = [(name, repr(value)) for name, value in failure.settings.items()]
    yield "<details><summary>Settings</summary>"
    yield from _table({"setting": "", "value": "code"}, rows[:SETTINGS])
    yield "</details>"


def _moments(failure: Facts) -> Iterator[str]:
    """Yields what happened on the host, folded up. Of many moments the last ones are shown."""
    moments = failure.moments[-MOMENTS:]
    if not moments:
        return
    count = f"the last {MOMENTS} of {len(failure.moments)} moments"
    all_ = f"all {len(moments)} moments"
    yield "<details><summary>What happened on the host, "
    yield f"{count if len(failure.moments) > MOMENTS else all_}</summary>"
    rows = [(spell(one.at), *one[1:]) for one in moments]
    yield from _table({"virtual time": "", "who": "", "what": "", "where": "code"}, rows)
    yield "</details>"
