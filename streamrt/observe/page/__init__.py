"""A trace as one page of HTML, which needs no network and no framework.

    columns.py      columns of numbers in base64, of the smallest type that fits
    rows.py         the rows of the timeline, and the lanes in each
    figures.py      the kernels by time, the totals of gaps, who waited for whom
    data.py         all that the page holds, as JSON
    writing.py      page_of, write_page

What the browser runs, in the order in which it stands on the page. It draws on canvases: a pixel
shows what most of it is, so that the number of events does not matter.

    page.html       what stands on the page before the script runs
    style.css       how it looks, beyond what all pages share
    units.js        spell times, bytes and counts; the ticks of an axis
    trace.js        read the columns; what is known of one event
    colours.js      a colour for each kernel, which stays the same in other traces
    view.js         the part of the time that is shown: zoom, pan
    bars.js         draw a lane of events, at any zoom
    timeline.js     the timeline: rows, axis, arrows, and who is below the pointer
    overview.js     the whole time as a strip, with the part that is shown
    charts.js       memory, pending work and windows over the same time
    panel.js        what is known of the selected event
    tables.js       the gaps, the critical path and the kernels
    search.js       search by name
    keys.js         the keys
    start.js        begin: fill the page, and listen
"""
