"""The sentences of a biography (results/biography.py) in Spanish, for the room of history.

Biographies are told by Python in English. They are made of few phrases, each of which is found here again; `@` stands
for the ending of a word that follows the person's sex. A sentence that is not known stays in English, and
tests/web/test_spanish_lives.py tells every event with every cause and finds none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from unanimity.history.paired_biographies import NOTHING
from unanimity.results.biography import _DEATH, _OFFICE, _SENTENCE, _WHY
from unanimity.results.person_names import are_women
from unanimity.support.calendar import MONTHS

WHY = {
    "file": "por un expediente de la policía", "quota": "para cumplir el cupo", "purge": "en la purga",
    "attack": "tras un atentado", "label": "por ser de una categoría que una campaña había nombrado",
    "kinship": "por parentesco", "group": "por pertenecer a un grupo", "order": "por orden", "review": "tras revisión",
    "hunt": "en la busca de quien atentó", "verification": "en una verificación de carnés",
    "frontier": "en la frontera", "strike": "por una huelga", "crisis": "en una crisis",
    "end of term": "al cumplirse el plazo",
    "verdict": "por sentencia", "clemency": "por clemencia", "escape": "tras una fuga",
    "assault": "en el asalto a un levantamiento", "colony": "para una colonia", "offer": "por una oferta",
    "a chief": "por palabra de un jefe", "a rival": "por un rival", "front": "en el frente", "custody": "en custodia",
    "despair": "por desesperación", "hunger": "de hambre", "fame abroad": "por el ruido en el extranjero"}
SENTENCE = {
    "reproof": "amonestad@", "dismissal": "despedid@ del trabajo y del cargo", "expulsion": "expulsad@ del partido",
    "exile": "enviad@ al destierro", "prison": "enviad@ a la cárcel", "camp": "enviad@ a un campo",
    "death": "condenad@ a muerte", "none": "dejad@ sin pena"}
OFFICE = {"cell": "secretari@ de una célula", "district": "secretari@ de un distrito",
          "province": "secretari@ de una provincia", "centre": "miembro del centro", "leader": "dirigente"}
DEATH = {"hunger": "murió de hambre", "executed": "fue ejecutad@", "custody": "murió en custodia",
         "combat": "cayó en el frente", "revolt": "murió en un levantamiento", "murdered": "fue asesinad@",
         "suicide": "se quitó la vida", "border": "murió en la frontera", "natural": "murió de vejez", "none": "murió"}
ESTATE = {"a citizen": "ciudadan@", "a member": "miembro del partido", "an official": "funcionari@",
          "a police": "policía"}
TOPIC = {"rule": "el gobierno", "local": "un asunto local", "complaint": "una queja"}
CAUSE = {"danger": "peligro", "cost": "coste", "calm": "calma", "sunset": "fin de plazo", "rising": "levantamiento",
         "a name": "un nombre", "chair": "presidencia", "ban": "prohibición", "age": "edad", "work": "trabajo"}
MONTH = ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
         "diciembre")


def _either(english: Mapping[str, str], name: str) -> str:
    return f"(?P<{name}>{'|'.join(re.escape(words) for words in sorted(english.values(), key=len, reverse=True))})"


_W, _S, _P = _either(_WHY, "why"), _either(_SENTENCE, "what"), _either(_OFFICE, "post")
_HE = "(?:he|she)"
_D = _either(_DEATH, "death").replace(r"took\ his\ own", r"took\ (?:his|her)\ own")
_PHRASES = {english[key]: words for english, spanish in ((_WHY, WHY), (_SENTENCE, SENTENCE), (_OFFICE, OFFICE),
                                                         (_DEATH, DEATH)) for key, words in spanish.items()}
_PHRASES |= {**ESTATE, "nobody known": "nadie conocido", "took her own life": DEATH["suicide"]}
_CAUSES = {**WHY, **CAUSE}

# English with named parts, and Spanish with the same parts; what stands in [ ] is left out where its part is
_BODIES: tuple[tuple[str, str], ...] = (
    (rf"arrested (?:{_W}|for no stated cause)(?:, named by (?P<by>.+?))?, on the topic of (?P<topic>\w+); examined by "
     rf"(?P<one>.+?), judged by (?P<two>.+?); {_HE} had (?P<guilt>done nothing|acted against the regime)",
     "detenid@[ {why}][, nombrad@ por {by}], sobre {topic}; interrogad@ por {one}, juzgad@ por {two}; {guilt}"),
    (rf"{_S}(?: {_W})?", "{what}[ {why}]"),
    (rf"released(?: {_W})?(?: after (?P<n>\d+) months)?", "puest@ en libertad[ {why}][ después de {n} meses]"),
    (rf"saved by a chief, (?P<by>.+?)(?:, (?P<ties>\d+) ties? away,)? and (?:set free|{_S} instead)",
     "salvad@ por un jefe, {by}[, a {ties} de distancia,] y[ {what} en su lugar]"),
    (rf"saved by noise abroad and (?:set free|{_S} instead)",
     "salvad@ por el ruido en el extranjero y[ {what} en su lugar]"),
    (r"a petition for (?:him|her) was sent to (?P<by>.+?)(?:, (?P<ties>\d+) ties? away)?"
     r"(?:, to arrive in (?P<when>.+))?",
     "se envió una petición en su favor a {by}[, a {ties} de distancia][, que llegará en {when}]"),
    (r"signed a confession(?:, naming (?P<by>.+) first)?", "firmó una confesión[, en la que nombró primero a {by}]"),
    (rf"signed that {_HE} had been wrong(?: {_W})?; {_S} from now on",
     "firmó que se había equivocado[ {why}]; desde ahora {what}"),
    (rf"became (?:{_P}|to a post)(?:, named by (?P<by>.+))?", "pasó a ser[ {post}][, por designación de {by}]"),
    (rf"removed(?: as {_P})?(?: {_W}| by (?P<by>.+))?", "apartad@[ como {post}][ {why}][ por {by}]"),
    (rf"taken hostage(?: {_W})?(?:, to answer for (?P<by>.+))?",
     "tomad@ como rehén[ {why}][, para responder por {by}]"),
    (r"attacked (?P<by>.+)", "atentó contra {by}"), (r"made an attack", "cometió un atentado"),
    (rf"{_D}(?: {_W})?", "{death}[ {why}]"),
    (rf"joined the party(?: {_W})?", "entró en el partido[ {why}]"),
    (r"came of age, child of (?P<by>.+)", "llegó a la mayoría de edad, hij@ de {by}"),
    (r"came from outside and took a place here", "vino de fuera y ocupó un lugar aquí"),
    (r"settled elsewhere(?:, (?P<move>for bread|for work|by order))?", "se estableció en otra parte[, {move}]"),
    (r"stole from the common field", "robó del campo común"), (rf"set free(?: {_W})?", "puest@ en libertad[ {why}]"),
    (rf"(?:his|her) confession was beyond belief; the case was voided and {_HE} went free",
     "su confesión era increíble; el caso se anuló y quedó libre"),
    (rf"noise abroad angered the court: {_S} awaits (?:him|her)",
     "el ruido en el extranjero irritó al tribunal: le espera ser {what}"),
    (r"acquitted", "absuelt@"), (r"(?:his|her) term was extended when it ended", "su plazo se prorrogó al cumplirse"),
    (rf"moved to another place of custody(?: {_W})?", "trasladad@ a otro lugar de custodia[ {why}]"),
    (r"joined a strike of prisoners", "se sumó a una huelga de presos"),
    (rf"left the country(?: {_W})?", "salió del país[ {why}]"),
    (r"told of a chief's crime", "contó el crimen de un jefe"),
    (r"expelled from the party in a verification of cards", "expulsad@ del partido en una verificación de carnés"),
    (rf"punished for how {_HE} examined (?P<by>.+)", "castigad@ por cómo interrogó a {by}"),
    (rf"exchanged and sent abroad(?: {_W})?", "canjead@ y enviad@ al extranjero[ {why}]"),
    (r"condemned to death; the sentence waits", "condenad@ a muerte; la sentencia espera"),
    (r"quarrelled with (?P<by>.+)", "riñó con {by}"),
    (r"carried a motion at the centre(?: \((?P<cause>.+)\))?", "ganó una moción en el centro[ ({cause})]"),
    (r"lost a motion at the centre(?: \((?P<cause>.+)\))?", "perdió una moción en el centro[ ({cause})]"),
    (r"objected to a motion at the centre(?: \((?P<cause>.+)\))?", "se opuso a una moción en el centro[ ({cause})]"),
)
_WHOLE: tuple[tuple[str, str], ...] = (
    (r"(?P<one>.+) \(person (?P<n>\d+)\), (?P<role>.+), lives in cell (?P<cell>\d+) of province (?P<province>\d+)\.",
     "{one} (persona {n}), {role}, vive en la célula {cell} de la provincia {province}."),
    (r"(?P<one>.+) \(person (?P<n>\d+)\): the case log tells nothing of (?:him|her); no post, arrest, "
     r"complaint or death\.",
     "{one} (persona {n}): el registro de casos no cuenta nada; ni cargo, ni detención, ni queja, ni muerte."),
    (r"The log tells no more of (?:him|her)\.", "El registro no cuenta nada más."),
    (re.escape(NOTHING), "Nada que el registro de casos cuente."),
)


def line_in_spanish(line: str, woman: bool) -> str | None:
    """One sentence; nothing where it is not known.

    >>> line_in_spanish("January 1922: dismissed from work and post.", True)
    'Enero de 1922: despedida del trabajo y del cargo.'
    """
    ending = "a" if woman else "o"
    for pattern, spanish in _WHOLE:
        if found := re.fullmatch(pattern, line):
            return _filled(spanish, found.groupdict()).replace("@", ending)
    dated = re.fullmatch(r"(?P<when>Month -?\d+|\w+ \d{4}): (?P<body>.+)\.", line)
    body = dated and _body(dated["body"])
    if not dated or body is None:
        return None
    when = _date(dated["when"])
    return f"{when[0].upper()}{when[1:]}: {body}.".replace("@", ending)


def _body(text: str) -> str | None:
    for pattern, spanish in _BODIES:
        if found := re.fullmatch(pattern, text):
            free = "quedó libre" if text.endswith("and set free") else ""
            made = _filled(spanish, found.groupdict())
            return f"{made} {free}" if free else made
    return None


def _filled(spanish: str, parts: Mapping[str, str | None]) -> str:
    said = {key: _part(key, value) for key, value in parts.items() if value is not None}
    kept = re.sub(r"\[([^\]]*?\{(\w+)\}[^\]]*?)\]", lambda found: found[1] if found[2] in said else "", spanish)
    return kept.format(**said)


def _part(key: str, english: str) -> str:
    if key == "topic":
        return TOPIC[english]
    if key == "ties":
        return f"{english} lazo{'' if english == '1' else 's'}"
    if key == "cause":
        return _CAUSES[english]
    if key == "when":
        return _date(english)
    if key == "guilt":
        return "no había hecho nada" if english == "done nothing" else "había actuado contra el régimen"
    if key == "move":
        return {"for bread": "por pan", "for work": "por trabajo", "by order": "por orden"}[english]
    return _PHRASES.get(english, english)


def _date(english: str) -> str:
    word, number = english.split()
    names = [name.lower() for name in MONTHS]
    return f"{MONTH[names.index(word.lower())]} de {number}" if word.lower() in names else f"mes {number}"


def with_spanish_lives(told: dict[str, Any]) -> dict[str, Any]:
    """A told history whose lives stand there in Spanish, too."""
    def lines(english: Sequence[str], woman: bool) -> list[str]:
        return [line_in_spanish(line, woman) or line for line in english]

    lives = {}
    for arm, life in told["lives"].items():
        number = re.search(r"\(person (\d+)\)", life["before"][0])
        woman = number is not None and bool(are_women(told["seed"], [int(number[1])])[0])
        lives[arm] = {**life, "es": {key: lines(life[key], woman) for key in ("before", "history", "branch")}}
    return {**told, "lives": lives}
