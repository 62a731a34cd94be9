"""The reports of a failure: for a terminal, and as a page of HTML.

What is known stands at the bottom, and the reports above it; `Failure` has them all.

    facts.py        Facts: what is known of a failure, with its draws and its moments
    words.py        the sentences of a report: the message, the schedule, the draws
    layout.py       the chart of a schedule, without a size: rows, stops, bars, marks
    report.py       a report for a terminal
    picture.py      the chart as SVG
    sources.py      the lines of source around the sites of a failure
    page.py         a report as one page of HTML
    failure.py      Failure: the facts, which can be reported, saved and loaded
"""
