"""catalogue.md: the cards by their numbers, as docstrings cite them, and the conventions that they share."""

from __future__ import annotations

from types import ModuleType

CONVENTIONS = """\
A card is one mechanism: what the sources say happens, as a rule that can be run. It states *their* account, that of
witnesses and parties to the quarrel, most of whom lost it; the laboratory is there to find out what follows from it
and where it breaks. "Card 5" in a docstring is the fifth row below. Each card's form, with the readings that were
taken where it leaves one open, stands at the end of its file. The site has a page for each card, with equations,
parameters, rules and sources; `unanimity docs fear` prints one.

## Conventions

- **A month is one step.** The tree: cells, districts, provinces, the centre.
- **Numbers** lie in 0..1 unless a range is given. Parameters belong to their card: `voice.theta` is no other theta.
- **Neighbours are read from last month**, oneself and one's unit as far as the month has come. So every pass over
  people gives the same in any order, on any number of threads.
- **Chance.** `event(h)` happens with probability 1 - exp(-h), by a draw that is keyed by seed, rule, person and
  month.
- **Topics** of speech and of cases: *rule* (how power is held), *local* (shop, bread, district), *complaint* (a
  chief's crime). A case has the topic of the last act that was logged of the person within 24 months, else *rule*.
  Fear without a mark is that on *rule*.
- **Issues** that are voted: *bread* and *rule*. A line and a stance lie in -1..1; their product is how far a person
  agrees.
- **Assemblies.** Of a cell: all of it who are at liberty. Above: the secretary and those of the units below. The
  centre: the leader and ten members. Every 12 months a congress, whose delegates secretaries pick or members elect.
- **At liberty** is who is free, dismissed or expelled. Only they eat from the pools, meet, rise, join, report, are
  arrested or leave.
- **Town and village.** Two or three cells of four are villages, with granary and plot; towns have cards and market.
- **Oversight** acts through two numbers: the share of courts, party control and appeal that are on, and what
  autonomy of the police and powers lent in danger leave of it.
- **A private dissenter** wishes to speak more than `voice.theta`, whatever is said in public.
- **Threat** is how near the regime is believed to be to war or to its fall. **Selectivity** is the share of last
  year's sanctions that struck people who had dissented.
- **Off** gives a mechanism's neutral values; not running it leaves its variables at their initial values, or at the
  regime's `[inputs]`.
- **Directions.** What a card says of directions is tested: on the rule alone for every seed ([B]), or on the whole
  model in pairs ([S], [directions.md](directions.md)).
- **Evidence.** A figure of one cell, one prison or one camp anchors an order of magnitude; it is no estimate for a
  country. What is ours says "assumed"."""


def catalogue_page() -> str:
    """The page: conventions, the cards by number, the order of the month."""
    from unanimity.engine.order import in_order
    from unanimity.mechanisms import BY_ID, CATALOGUE, home_of

    def file_of(module: ModuleType) -> str:
        return f"{module.__name__.removeprefix('unanimity.').replace('.', '/')}.py"

    numbered = sorted((m for m in BY_ID.values() if m.card), key=lambda m: m.card)
    helpers = [m for m in CATALOGUE if not m.card]
    lines = ["# Catalogue of mechanisms", "", "Made by `make docs` from `src/unanimity/mechanisms/` and "
             "`src/unanimity/cli/cards_page.py`.", "", CONVENTIONS, "## Cards", "",
             "| card | mechanism | title | rule | file |", "|---|---|---|---|---|"]
    lines += [f"| {m.card} | {m.id} | {m.title} | {m.sentence} | `{file_of(home_of(m))}` |" for m in numbered]
    lines += ["", "Without a number, because no card is theirs: " + "; ".join(
        f"{m.id} ({m.sentence.rstrip('.')})" for m in helpers) + ".", "", "## Order of a month", "",
        "It stands in `src/unanimity/engine/order.py`; `unanimity order REGIME` prints it rule by rule. The world "
        "moves first, then what people believe, eat, fear and say; then what is reported, watched and punished; posts "
        "are filled and powers counted at the end, and who leaves leaves last.", "",
        ", ".join(f"{m.id}{f' ({m.card})' if m.card else ''}" for m in in_order(BY_ID.values())) + ".", ""]
    return "\n".join(lines)
