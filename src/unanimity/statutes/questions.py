"""The rules of a statute as questions of a member: one question for each lever (or number) of an organisation.

A question names its subject, its answers in plain words, and which other answers `statutes advise` runs. Powers that
only a state has (hostages, camps, requisition, shooting) have no question. A question applies only if a mechanism that
reads the lever runs.
"""

from __future__ import annotations

from typing import NamedTuple

GROUPS = (
    "Votes and meetings",
    "Offices",
    "Speech, press and parties",
    "Living and money",
    "Eyes on officers",
    "Judgement",
    "Coming and going",
)


class Question(NamedTuple):
    """One rule: the lever, a parameter (with a dot in BY_NUMBER), what the member asks, and the answers."""

    key: str
    group: str
    asks: str
    answers: tuple[tuple[str | float, str], ...]  # value and what it means; a number's are landmarks
    tries: tuple[str | float, ...] = ()  # other values that `advise` runs
    saying: str = ""  # the wording of a number between landmarks: "{n:g} months"
    parameter: bool = False  # it is a number of a mechanism, not a lever

    @property
    def is_number(self) -> bool:
        """Whether it is answered by a number."""
        return bool(self.saying)


VOTES, OFFICES, SPEECH, LIVING, EYES, JUDGEMENT, COMING = GROUPS
YES_NO = (("off", "no"), ("on", "yes"))
LADDER = (
    ("none", "nothing"),
    ("reproof", "a reproof"),
    ("dismissal", "loss of post or job"),
    ("expulsion", "exclusion"),
)
OWN_LADDER = (("as sanction_cap", "as for anything else"), *LADDER)


def _yes(key: str, group: str, asks: str, tries: bool = True) -> Question:
    return Question(key, group, asks, YES_NO, ("off", "on") if tries else ())


QUESTIONS: tuple[Question, ...] = (
    Question(
        "ballot",
        VOTES,
        "Can others see how I vote?",
        (("open", "yes, by a raised hand"), ("secret", "no, on a secret paper")),
        ("open", "secret"),
    ),
    Question(
        "debate",
        VOTES,
        "Can the chair's people drown me out?",
        (("controlled", "yes, the chair controls the floor"), ("free", "no, the floor is free")),
        ("controlled", "free"),
    ),
    Question(
        "quorum",
        VOTES,
        "How many must be there or vote, for a recall or a referendum to count?",
        ((0, "no number is set"),),
        (0, 0.25),
        "{n:.0%} of members",
    ),
    Question(
        "petition",
        VOTES,
        "How many hands does a recall need, beside a majority of those present?",
        ((0, "no number is set"),),
        (0, 0.25),
        "{n:.0%} of members",
    ),
    Question(
        "referendum",
        VOTES,
        "Can members overrule the executive?",
        ((0, "no"),),
        (0, 0.05),
        "yes, if {n:.0%} of members call for a vote",
    ),
    Question(
        "rule_change",
        VOTES,
        "Can members change the rules that the executive may set?",
        ((0, "no"),),
        (0, 0.1),
        "yes, if {n:.0%} of members call for a vote",
    ),
    Question(
        "appointment",
        OFFICES,
        "Who puts officers in their posts?",
        (("above", "the body or person above"), ("elected", "the members")),
        ("above", "elected"),
    ),
    Question(
        "appointer",
        OFFICES,
        "Where they are named from above: by one person?",
        (
            ("leader", "by the leader alone"),
            ("committee", "by the executive together"),
            ("rotate_appointer:12", "by its members in turn, a year each"),
        ),
        ("leader", "committee"),
    ),
    Question(
        "recall",
        OFFICES,
        "Can we dismiss an officer before his time?",
        (("off", "no"), ("on", "yes, by a lost vote")),
        ("off", "on"),
    ),
    Question(
        "term", OFFICES, "When must an officer be elected again?", ((0, "never"),), (0, 24, 48), "every {n:g} months"
    ),
    Question(
        "leader_by",
        OFFICES,
        "Who chooses the leader?",
        (("ablest", "nobody: the ablest leads"), ("board", "the executive"), ("members", "all members")),
        ("ablest", "board", "members"),
    ),
    _yes("slates", SPEECH, "Do two lists stand for every post?"),
    Question("tenure_limit", OFFICES, "When must an officer go?", ((0, "never"),), (0, 48, 96), "after {n:g} months"),
    Question(
        "privileges",
        OFFICES,
        "What does a post bring?",
        (
            (0, "honour alone"),
            (0.1, "expenses"),
            (0.2, "pay near five times the lowest"),
            (0.4, "a salary well above members'"),
            (0.8, "posts to give away"),
        ),
        (0.05, 0.4),
        "{n:g} on a scale from 0 (honour) to 1",
    ),
    Question(
        "association.factions",
        SPEECH,
        "May we organise against the leadership?",
        (("banned", "no"), ("tolerated", "it is suffered"), ("legal", "it is a right")),
        ("banned", "legal"),
    ),
    Question(
        "association.parties",
        SPEECH,
        "May rival lists stand in elections?",
        (("banned", "no"), ("tolerated", "it is suffered"), ("legal", "it is a right")),
        ("banned", "legal"),
    ),
    Question(
        "association.economy",
        SPEECH,
        "Are there clubs and mutual aid beside the office?",
        (("banned", "forbidden"), ("tolerated", "suffered"), ("legal", "a right")),
        ("tolerated", "legal"),
    ),
    Question(
        "press",
        SPEECH,
        "Who may write to all members?",
        (("monopoly", "the office alone"), ("free", "anybody")),
        ("monopoly", "free"),
    ),
    Question(
        "lists",
        SPEECH,
        "Do we learn who was punished?",
        (("secret", "no"), ("published", "yes")),
        ("secret", "published"),
    ),
    Question(
        "pay_ratio",
        LIVING,
        "Is there a cap on what a post is paid?",
        ((0, "no"),),
        (0, 5),
        "{n:g} times the lowest pay",
    ),
    Question("strike_fund", LIVING, "Would a common fund feed me?", ((0, "no"),), (0, 6), "for {n:g} months"),
    Question(
        "staff", LIVING, "How many of us does the office employ?", ((0, "nobody"),), (0, 0.1), "{n:.0%} of members"
    ),
    Question(
        "state_jobs",
        LIVING,
        "Whose job hangs on the organisation?",
        ((0, "nobody's"), (1, "everybody's")),
        (),
        "that of {n:.0%} of us",
    ),
    Question(
        "market",
        LIVING,
        "Could I make a living elsewhere?",
        (("banned", "no"), ("tolerated", "badly"), ("legal", "yes")),
        (),
    ),
    Question(
        "inspection",
        EYES,
        "Does an outsider look at our books?",
        ((0.05, "hardly ever"), (0.7, "always")),
        (0.1, 0.7),
        "with a chance of {n:.0%} a month",
    ),
    Question("discounting", EYES, "Does the head office correct our reports by what it found?", YES_NO, ("off", "on")),
    _yes("hotline", EYES, "Can I tell of an officer without signing?"),
    _yes("arbitration", EYES, "May an outside body void an election or an exclusion?"),
    _yes("oversight.courts", EYES, "Can I go to an outside judge?"),
    _yes("oversight.party_control", EYES, "Do elected members check the officers and the tribunal?"),
    _yes("oversight.appeal", EYES, "Can I appeal inside?"),
    Question(
        "centre_files",
        EYES,
        "Who reads the files on officers?",
        (("off", "nobody"), ("all", "the whole executive"), ("one", "one person")),
        ("off", "all", "one"),
    ),
    Question("police_size", JUDGEMENT, "How many of us sit in judgement and audit?", (), (), "{n:.1%} of members"),
    Question(
        "sanction_cap",
        JUDGEMENT,
        "What is the worst that can be done to a member?",
        LADDER,
        ("reproof", "dismissal", "expulsion"),
    ),
    Question(
        "sanction_cap.rule",
        JUDGEMENT,
        "What is the worst for opposing the leadership's line?",
        OWN_LADDER,
        ("none",),
    ),
    Question("sanction_cap.complaint", JUDGEMENT, "What is the worst for accusing an officer?", OWN_LADDER, ("none",)),
    Question(
        "sanction_cap.faction",
        JUDGEMENT,
        "What is the worst for organising against the leadership?",
        OWN_LADDER,
        ("none",),
    ),
    Question(
        "severity",
        JUDGEMENT,
        "How harsh is custom?",
        (
            (-3, "very mild"),
            (-1.5, "mild: first a reproof, then more"),
            (0, "usual"),
            (1.5, "harsh"),
            (3, "the top rung at the first offence"),
        ),
        (-1.5, 1.5),
        "{n:g} on a scale from -3 (mild) to 3",
    ),
    Question(
        "sanction.expelled",
        JUDGEMENT,
        "How long does an exclusion last?",
        (),
        (12, 120),
        "{n:g} months",
        parameter=True,
    ),
    Question("nondenunciation", JUDGEMENT, "Must I report a colleague?", YES_NO, ("off", "on")),
    Question(
        "powers_sunset",
        JUDGEMENT,
        "Do emergency powers of the executive lapse?",
        ((0, "no"),),
        (0, 12),
        "after {n:g} months",
    ),
    Question(
        "recruitment",
        COMING,
        "Who gets in?",
        (("closed", "nobody"), ("selective", "whom the committee believes"), ("levy", "everybody who asks")),
        (),
    ),
    Question(
        "arrivals", COMING, "How many new members come in a year?", ((0, "none"),), (), "{n:.0%} of the membership"
    ),
    _yes("fork", COMING, "May a part of us leave as a body?"),
    Question("exit", COMING, "Can I leave?", (("closed", "no"), ("open", "yes")), ()),
)
BY_KEY = {question.key: question for question in QUESTIONS}
