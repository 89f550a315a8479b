"""The page catalogue.md: the cards by number, as docstrings cite them, and the conventions that they share."""

from __future__ import annotations

from types import ModuleType

CONVENTIONS = """\
A card is one mechanism: what the sources say happens, as a rule that can be run. It states *their* account, that of
witnesses and parties to the conflict, most of whom lost it; the laboratory is there to find out what follows from it
and where it fails. "Card 5" in a docstring is the fifth row below. The equation of each card is at the head of its
file; the readings that were chosen where it leaves something open are at the end. The site has a page for each card,
with equations, parameters, rules and sources; `unanimity docs fear` prints one.

## Conventions

- **Time.** One step is a month.
- **Tree.** People live in cells; these form districts, provinces and the country, whose top unit is the centre.
- **Numbers** lie in 0..1 unless a range is given. Parameters belong to their card: `voice.theta` is not the theta of
  another card.
- **Order.** A rule reads the state of neighbours at the end of last month, and that of the person and of the person's
  unit as computed so far this month. So every pass over people gives the same result in any order and on any number of
  threads.
- **Chance.** `event(h)` happens with probability 1 - exp(-h); its random number is keyed by seed, rule, person and
  month.
- **Topics** of speech and of cases: *rule* (how power is exercised), *local* (workshop, bread, district), *complaint*
  (a chief's crime). A case has the topic of the last act of the person that was logged within 24 months, else *rule*.
  Fear without a topic is fear on *rule*.
- **Issues** on which people vote: *bread* and *rule*. A line and a stance lie in -1..1; their product is a person's
  agreement.
- **Assemblies.** That of a cell consists of its people at liberty; that of a unit above, of its secretary and those of
  the units below; that of the centre, of the leader and ten members. Every 12 months there is a congress, whose
  delegates are picked by secretaries or elected by members.
- **At liberty** are people who are free, dismissed or expelled. Only they eat from the pools, meet, rise, join, report,
  can be arrested or leave.
- **Town and village.** Two or three cells of four are villages, with granary and plots; towns have ration cards and a
  market.
- **Oversight** acts through two numbers: the share of courts, party control and appeal that are on, and the part of it
  that the autonomy of the police and emergency powers leave.
- **A private dissenter** is a person whose wish to speak exceeds `voice.theta`, whatever the person says in public.
- **Threat** is how near the regime is believed to be to war or to its fall. **Selectivity** is the share of last
  year's sanctions that struck people who had dissented.
- **Off.** A mechanism that is switched off gives its neutral values; one that does not run leaves its variables at
  their initial values, or at the regime's `[inputs]`.
- **Directions.** What a card says about the direction of effects is tested: on the rule alone for every seed ([B]), or
  on the whole model in pairs ([S], [directions.md](directions.md)).
- **Evidence.** A figure for one cell, one prison or one camp indicates an order of magnitude; it is not an estimate for
  a country. Our own guesses are marked "assumed"."""


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
