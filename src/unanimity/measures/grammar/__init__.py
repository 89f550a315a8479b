"""A small exact language for measures: `agg(what, who, when)` over the state and the case log.

    mean(fear, members and province(1), last 12)        share(voice == dissent, attendants, month 60)
    count(log arrested cause quota, group(known), 6..30)    rate(log sanctioned rung >= 1, group(tellers), +1..+12)
    share(status != dead, private_dissenters as of 11, last 1)    slope(fear on dossier, members)
    unanimity(province(1)) - unanimity(province(2))     hunger_deaths(+1..+12) / months(+1..+12)

An expression is parsed once, before the run, into a frozen tree (`syntax_tree.py`); nothing is evaluated as Python.
`who` is a selector (world/selectors/parse.py), or `units PLACE` for numbers of units; `as of MONTH` keeps those who
were selected at the end of that month. Terms about the state are evaluated between months, only in the months needed;
terms about the log are counted after the run. Default windows: a flow is summed from the treatment month to the end, a
stock is the mean of the last 12 months.
"""
