"""Invented names for the people of a world, drawn from the seed and stable across all outputs.

Names carry no information: no rule reads them and no measure counts them. Surnames belong to no person in the sources
or in the evidence (a test checks it), do not change with sex, and read alike in English and in Spanish. Two people of a
large world may share a name.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

STREAM_GIVEN, STREAM_SURNAME = 80, 81  # below the streams of rules and of world/traits.py

WOMEN = np.array("""
    Ada Agata Alina Anna Berta Carla Clara Daria Delia Dora Edita Elena Elisa Emma Eva Flora Galina Greta Ida Ilona
    Irena Irina Julia Katia Larisa Lena Lidia Lina Lola Magda Mara Marina Marta Mila Mina Nadia Nina Nora Olga Paula
    Polina Raisa Renata Rosa Sara Silvia Sonia Sofia Tamara Tania Tecla Tina Valeria Vanda Vera Vida Viola Yana Zina
    Zoya Alba Dina Rita Ursula
""".split())  # noqa: SIM905 (a list to read)
MEN = np.array("""
    Adam Albin Alfred Anton Armin Arno Artur Benedict Bogdan Boris Bruno Conrad Damian Daniel David Dario Demian
    Denis Edgar Emil Erik Felix Ferdinand Fidel Florian Gabriel Gustav Hugo Igor Ilia Ivan Jan Jacob Josef Julian
    Karel Kasimir Leo Leon Luca Lucian Marc Marian Marius Martin Max Milan Miron Oscar Otto Pavel Radu Roman Ruben
    Samuel Simon Stefan Tadeo Tomas Valentin Victor Urban Lazar Zoltan
""".split())  # noqa: SIM905 (a list to read)
SURNAMES = np.array("""
    Abelenko Adarchuk Alderic Amberg Andrusko Antalik Arbanel Arlovich Artimonko Asmundis Babrenko Badovich
    Balanchuk Balodis Banderel Bartashko Bayrak Belanko Belashko Belchuk Benderko Berzins Bilanko Birzak Bogdel
    Bondaruk Brasko Bruvelis Budenchuk Burlak Byelak Cernak Chaban Chaika Chorba Chubak Cibulka Dabich Dalbek
    Danilchuk Darbin Davidek Demchuk Derkach Dolinko Drabek Drobnik Dubenko Dudarik Dumitrak Dyachuk Eglitis Emelko
    Ermolik Evdenko Fadenko Fedorchuk Filonik Fomenko Frolik Galanis Galushko Garbuz Gavrik Gelashvili Gerasimuk
    Gnatiuk Golub Goncharik Gorbach Gorodnik Gritsenko Gulbis Hanchar Havrik Hladik Horak Hrenko Hrytsak Huzar
    Ignatenko Ilchenko Ilnik Isaenko Ivanchuk Jablonko Jakubik Jansons Jurenko Jurgelis Kachur Kalenchuk Kalnins
    Kaminko Karasik Kardash Kashuba Klimuk Kobzar Kolenda Koldunik Komar Korzh Kostiuk Kovalik Kozak Krapivko
    Kravets Kripak Kruglik Kucher Kulinich Kushnir Labunko Lagoda Lashuk Latysh Lazarenko Leonchuk Levkovich Lipnik
    Lisenko Lobach Lozenko Lukashik Lunik Lutsko Malashko Malinik Marchuk Marushko Martinek Maslak Matusko Mazuryk
    Melnik Mikulich Mirchuk Mishko Mokrenko Moroz Mudrak Mykolenko Nagornik Naumenko Nazaruk Nechai Nemirko
    Nikolaichuk Novak Odarchuk Okunik Oleshko Onishko Orlik Osadchuk Ostapenko Ovcharik Ozolins Palchik Panasiuk
    Parkhomik Pashko Perepelko Petrusik Pilipenko Plotnik Pogrebnik Polishuk Ponomarik Popelko Potapenko Pritula
    Prokopchuk Puzanko Rachko Radchenko Rakitko Rebrik Reznik Rogach Romaniuk Rosenko Rubanik Ryzhko Sadchuk Salenko
    Samoilik Savchuk Selivan Semenchuk Serdyuk Shapoval Shevchik Shinkar Shvets Sidorenko Silenko Sinelnik Skliar
    Slepko Slivko Smolenko Sokolik Solenik Soroka Stadnik Starchuk Stelmak Stepanko Stoliar Strelchuk Sulima Sushko
    Svirid Sytnik Taranik Tarasiuk Telenko Tereshko Tertyshko Tkach Tolochko Torbenko Tretiak Trofimuk Tsymbal
    Turchak Udovik Uglik Ustimenko Vakulik Valchuk Vansovich Vashko Vdovik Velichko Verbitsko Vinnik Vitkus Vlasenko
    Volchek Volosko Voronko Vorobik Yakimenko Yanchuk Yaremko Yaroshik Yatsko Yurchik Yushko Zabolotko Zadorozhko
    Zagorko Zakharchuk
""".split())  # noqa: SIM905 (a list to read)
GIVEN = np.concatenate((WOMEN, MEN))


def _places(seed: int, persons: np.ndarray, stream: int, names: np.ndarray) -> np.ndarray:
    """The index of each person's name in the list of names."""
    from unanimity.world.draws import uniforms_of  # an empty request needs no compiled code

    return (uniforms_of(seed, stream, persons) * names.size).astype(np.int64)


def names_of(seed: int, persons: Sequence[int] | np.ndarray, initial: bool = False) -> np.ndarray:
    """The names of many people in the world with that seed: 'Vera Melnik', or with `initial` 'V. Melnik'."""
    wanted = np.asarray(persons, dtype=np.int64)
    if not wanted.size:
        return np.empty(0, dtype=str)
    given = GIVEN[_places(seed, wanted, STREAM_GIVEN, GIVEN)]
    if initial:
        given = np.strings.add(given.astype("U1"), ".")
    surname = SURNAMES[_places(seed, wanted, STREAM_SURNAME, SURNAMES)]
    return np.strings.add(np.strings.add(given, " "), surname)


def name_of(seed: int, person: int, initial: bool = False) -> str:
    """The name of one person in the world with that seed.

    >>> name_of(1, 0) == names_of(1, range(2000))[0]
    True
    """
    return str(names_of(seed, [person], initial)[0])


def are_women(seed: int, persons: Sequence[int] | np.ndarray) -> np.ndarray:
    """Which given names are female, for pages that need a pronoun; the model itself has no sex."""
    wanted = np.asarray(persons, dtype=np.int64)
    if not wanted.size:
        return np.empty(0, dtype=bool)
    return _places(seed, wanted, STREAM_GIVEN, GIVEN) < WOMEN.size
