"""Every variant of hanab.live, by name and by number."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from typing import NamedTuple

from handsight.errors import UnknownNameError
from handsight.hanabi.variants.rule_changes import PLAIN, RULES, SPECIAL_RANKS, RuleChange
from handsight.hanabi.variants.suits import SUITS, Suit, suits_of
from handsight.hanabi.variants.variant import Variant, VariantSpec, build, colors_of
from handsight.text.suggestions import did_you_mean

_REGULAR = "R+Y+G+B+P+T R+Y+G+B+P R+Y+G+B R+G+B R+B R"
_MATRYOSHKA = (
    "R2+DRY3+DRYG+DRYGB+DRYGBP+DRYGBPT R2+DRY3+DRYG+DRYGB+DRYGBP R2+DRY3+DRYG+DRYGB R2+DRY3+DRYG R2+DRY3"
)
_DUAL_COLOR = "DRY+DRB+DRK+DYB+DYK+DBK DRY+DYG+DGB+DBP+DRP DRY+DRB+DYB"
_AMBIGUOUS = "AR1+AR2+AG1+AG2+AB1+AB2 AR1+AR2+AB1+AB2 AR1+AR2"
_VERY_AMBIGUOUS = "AR1+AR2+AR3+AB1+AB2+AB3 AB1+AB2+AB3"
_EXTREMELY_AMBIGUOUS = "EB1+EB2+EB3+EB4+EB5+EB6 EB1+EB2+EB3+EB4+EB5 EB1+EB2+EB3+EB4"

_ALL = "Bk Ra Pi Wh Br Om Nu BrRa WhPi Pr Or"
_MIXES = (
    "Dual-Color Mix = DRY+DRB+DYB+Bk+Ra+Wh",
    "Ambiguous Mix = AR1+AR2+AB3+AB2+Bk+Wh",
    "Special Mix (5 Suits) = Bk+Ra+Pi+Wh+Br",
    "Ambiguous & Dual-Color Mix = DRY2+DRY+DRB2+DRB+DYG+DYG2",
    "Special Mix (6 Suits) = Bk+Ra+Pi+Wh+Br+Nu",
    "Candy Corn Mix (5 Suits) = R+DRY+Y+Wh+Br",
    "Candy Corn Mix (6 Suits) = R+DRY+Y+Wh+Br+BrRa1",
    "Holiday Mix (5 Suits) = Pi1+G+Wh+AB3+AB2",
    "Holiday Mix (6 Suits) = WhPi+R+G+Wh+AB3+AB2",
    "Valentine Mix (5 Suits) = R+Pi+Wh+WhPi+BrRa1",
    "Valentine Mix (6 Suits) = R+Pi+Wh+WhPi+BrRa1+Nu",
    "RGB Mix (6 Suits) = R+DRG+G+DGB+B+DRB",
)
_REVERSED_PAIRS = (
    "White Reversed & Rainbow (6 Suits) = R+Y+G+B+Wh:R+Ra",
    "White Reversed & Rainbow (5 Suits) = R+G+B+Wh:R+Ra",
    "White Reversed & Rainbow (4 Suits) = R+B+Wh:R+Ra",
)


class Family(NamedTuple):
    """A family of variants: one for each allowed rule change, choice of special suits and number of suits."""

    name: str
    title: str = ""
    bases: str = _REGULAR
    """The suits that it begins with, for each number of suits."""
    rule_changes: tuple[RuleChange, ...] = (PLAIN,)
    special_suits: str = _ALL
    """The codes of the special suits that can be added, each with its dark version."""
    added: tuple[int, ...] = (0, 1)
    """How many special suits are added at once."""
    floors: tuple[int, ...] = (3, 5, 6)
    """The fewest suits of a variant with 0, 1, 2 dark suits (one copy of each card); more are not allowed."""
    most: int = 6
    """The most suits of a variant."""
    downward: bool = False
    """Whether the last suit is played down."""
    picked: tuple[str, ...] = ()
    """Further variants, listed one by one."""


FAMILIES = (
    Family("plain", added=(0,)),
    Family("one_special_suit", added=(1,)),
    Family("two_special_suits", added=(2,)),
    Family("special_rank", rule_changes=SPECIAL_RANKS),
    Family("matryoshka", "Matryoshka", _MATRYOSHKA),
    Family("dual_color", "Dual-Color", _DUAL_COLOR),
    Family("ambiguous", "Ambiguous", _AMBIGUOUS),
    Family("very_ambiguous", "Very Ambiguous", _VERY_AMBIGUOUS),
    Family("extremely_ambiguous", "Extremely Ambiguous", _EXTREMELY_AMBIGUOUS),
    Family("reversed", "Reversed", special_suits="Bk Ra Wh Pr Or", downward=True, picked=_REVERSED_PAIRS),
    Family("mix", added=(), picked=_MIXES),
    Family("critical_fours", floors=(5, 6)),
    Family("scarce_ones", floors=(5, 6)),
    Family("clue_starved", floors=(5,)),
    Family("color_blind", added=(0,)),
    Family("number_blind", added=(0,)),
    Family("totally_blind", added=(0,)),
    Family("color_mute", added=(0,)),
    Family("number_mute", added=(0,)),
    Family("alternating_clues"),
    Family("odds_and_evens"),
    Family("synesthesia", special_suits="Bk Ra Wh Br Nu Or"),
    Family("funnels"),
    Family("chimneys"),
    Family("up_or_down", floors=(5, 6)),
    Family("sudoku", floors=(4, 5), most=5),
    Family("throw_it_in_a_hole", floors=(4, 6)),
    Family("cow_and_pig", added=(0,)),
    Family("duck", added=(0,)),
)
"""All families; one named after a rule change has that rule change."""


def family_variants(family: Family) -> list[VariantSpec]:
    """Return every variant of a family; those with a suit that hanab.live added late come last."""
    return sorted([*_combined(family), *_picked(family)], key=_lateness)


def _lateness(spec: VariantSpec) -> int:
    codes = "".join([suit.code for suit in spec.suits])
    return 2 if "Or" in codes else 1 if "Pr" in codes else 0


def _combined(family: Family) -> Iterator[VariantSpec]:
    choices = list(_suit_choices(family))
    for rule_change in [RULES[family.name]] if family.name in RULES else family.rule_changes:
        for suits, added in choices:
            down = (len(suits) - 1,) if family.downward else ()
            yield VariantSpec(
                _name(family, rule_change, added, len(suits)), suits, rule_change, down, family.name
            )


def _suit_choices(family: Family) -> Iterator[tuple[tuple[Suit, ...], tuple[Suit, ...]]]:
    """Yield the suits of each variant, and the special ones among them."""
    bases = {codes.count("+") + 1: suits_of(codes) for codes in family.bases.split()}
    for added in _added_suits(family):
        for size in range(family.most, 2, -1):
            suits = bases.get(size - len(added), ()) + added
            if len(suits) == size and _allowed(family, suits):
                yield suits, added


def _added_suits(family: Family) -> Iterator[tuple[Suit, ...]]:
    special = [
        suit
        for suit in SUITS.values()
        if suit.special and suit.code.removesuffix("1") in family.special_suits.split()
    ]
    for added in chain.from_iterable(combinations(special, count) for count in family.added):
        # a suit is not combined with its dark version, nor Black with Orange
        stems = {suit.code.removesuffix("1") for suit in added}
        if len(stems) == len(added) and stems != {"Bk", "Or"}:
            yield added


def _allowed(family: Family, suits: tuple[Suit, ...]) -> bool:
    """Whether there are enough cards, and enough colours for a suit that is touched by several."""
    singles = sum([suit.one_of_each for suit in suits])
    if singles >= len(family.floors) or len(suits) < family.floors[singles]:
        return False
    # with one colour such a suit would be like any other; Dark Rainbow differs in its copies
    return not any(suit.code in ("Ra", "Pr", "Pr1") for suit in suits) or len(colors_of(suits)) > 1


def _name(family: Family, rule_change: RuleChange, added: tuple[Suit, ...], size: int) -> str:
    names = [suit.name for suit in added]
    title = rule_change.title or family.title
    words = " ".join([*names, title]) if family.downward else " & ".join([title, *names] if title else names)
    if words:
        return f"{words} ({size} Suits)"
    return "No Variant" if size == 5 else f"{size} Suits"


def _picked(family: Family) -> Iterator[VariantSpec]:
    for row in family.picked:
        name, codes = row.split(" = ")
        down = tuple(at for at, code in enumerate(codes.split("+")) if code.endswith(":R"))
        yield VariantSpec(name, suits_of(codes.replace(":R", "")), PLAIN, down, family.name)


@cache
def variant(name: str | int = "No Variant") -> Variant:
    """Return the variant with this name, in any case, or this hanab.live number.

    Raises:
        UnknownNameError: there is no such variant; the message suggests similar names.
    """
    if isinstance(name, int):
        return variant(_by_number(name))
    for family in FAMILIES:  # a family is listed when it is first asked
        if spec := _listed(family).get(name):
            return build(spec)
    typed = " ".join(name.split()).casefold()
    for _, known in variant_names():
        if known.casefold() == typed:
            return variant(known)
    raise UnknownNameError(f"there is no variant {name!r}; {_advice(name)}")


@cache
def variant_names() -> tuple[tuple[int, str], ...]:
    """Return the number and name of every variant, sorted by number."""
    specs = (spec for family in FAMILIES for spec in _listed(family).values())
    return tuple(sorted((spec.number, spec.name) for spec in specs if spec.number is not None))


@cache
def _listed(family: Family) -> dict[str, VariantSpec]:
    numbered = zip(family_variants(family), _numbers(_IDS[family.name]), strict=True)
    return {spec.name: spec._replace(number=number) for spec, number in numbered}


def _numbers(runs: str) -> list[int]:
    ends = (run.split("-") for run in runs.split())
    return [number for end in ends for number in range(int(end[0]), int(end[-1]) + 1)]


def _by_number(number: int) -> str:
    last = len(variant_names()) - 1
    if not 0 <= number <= last:
        raise UnknownNameError(f"there is no variant number {number}; they run from 0 (No Variant) to {last}")
    return variant_names()[number][1]


def _advice(name: str) -> str:
    meant = did_you_mean(name, (known for _, known in variant_names()), most=3, show=repr)
    hint = "`handsight variants` lists all"
    return f"{meant} ({hint})" if meant else f"names look like 'Rainbow (6 Suits)'; {hint}"


_IDS = {
    "plain": "1 0 15 18",
    "one_special_suit": (
        "2 21 3 16-17 19 106-109 13 22 26-27 69-72 176-183 160-167 11 23 137-138 59 58 89-90 242-243 "
        "255-256 290-293 1464-1469 2130-2135"
    ),
    "two_special_suits": (
        "65-66 118-119 63-64 73-74 186-189 758-759 780-781 12 139 60 91 244 257 826 839 120-122 149 6 "
        "28-29 75-78 190-192 194-196 1292-1294 782-784 140-141 67-68 92-93 245-246 258-259 1300-1301 "
        "840-841 123-130 198-205 760-763 1296-1299 131-136 247-248 260-261 827-828 1302-1303 79-82 "
        "206-213 764-767 786-789 83-84 142-143 94-95 249-250 262-263 829-830 842-843 214-221 768-771 "
        "790-793 85-86 144-145 87-88 251-252 264-265 831-832 844-845 222-225 772-775 794-797 226-227 "
        "230-231 234-235 238-239 266-267 833-834 846-847 776-779 798-801 228-229 232-233 236-237 240-241 "
        "253-254 835-836 848-849 802-805 1304-1305 808-811 814-815 818-819 822-823 850-851 806-807 "
        "1306-1307 812-813 816-817 820-821 824-825 837-838 146 62 96 268-269 1308 852 147-148 270-271 853 "
        "1309 97 272-273 854-855 274-275 856-857 276 858-862 1470-1475 1477-1487 1489-1499 1501-1505 "
        "1507-1511 1513-1517 1519-1544 2136-2216"
    ),
    "special_rank": (
        "168-171 1310-1311 294-297 172-175 298-313 867-874 314-325 875-878 326-329 1312-1313 330-353 "
        "879-886 354-365 887-890 366-369 1314-1315 370-393 891-898 394-405 899-902 406-409 1316-1317 "
        "410-433 903-910 434-445 911-914 446-449 1320-1321 450-473 915-922 474-485 923-926 486-489 "
        "1326-1327 490-513 927-934 514-525 935-938 1011-1014 1330-1331 1015-1066 1334-1335 1067-1114 "
        "1671-1708 1713-1728 526-529 1318-1319 530-553 939-946 554-565 947-950 45-46 49-50 1322-1323 39 "
        "14 47-48 566-585 951-958 586-597 959-962 598-601 1324-1325 602-625 963-970 626-637 971-974 "
        "638-641 1328-1329 642-665 975-982 666-677 983-986 678-681 1332-1333 682-705 987-994 706-717 "
        "995-998 718-721 1336-1337 722-745 999-1006 746-757 1007-1010 1115-1118 1338-1339 1119-1170 "
        "1340-1341 1171-1218 1731-1768 1773-1788 1545-1592 1709-1712 1729-1730 1593-1640 1769-1772 "
        "1789-1790 2217-2324"
    ),
    "matryoshka": (
        "150 193 197 785 1295 1476 1488 1500 1506 1512 1518 2020-2046 2051-2066 2047-2050 2067-2068 2333-2338"
    ),
    "dual_color": "4 36-37 1425 5 38 1426-1447 1649-1651 2339-2341",
    "ambiguous": "8 30 1352 32 1354-1355 31 1360-1378 1641 1643 2325-2327",
    "very_ambiguous": "9 287 1390 1393 1396 1399 1402 1405 1408 2328",
    "extremely_ambiguous": (
        "288-289 282 1379 1382 1388-1389 1391-1392 1394-1395 1397-1398 1400-1401 1403-1404 1406-1407 "
        "1409-1424 2329-2332"
    ),
    "reversed": "1342-1351 1356-1359 1380-1381 1384-1385 2127-2129 1663-1668 2365-2370",
    "mix": "7 20 159 184-185 2016-2019 2069-2071",
    "critical_fours": "1821-1822 1645 1823-1838 1807 1811 1815 1819 2102-2105 1839-1840 2106 2342-2344",
    "scarce_ones": "2393-2411 2416-2423 2412-2413 2424 2414-2415 2425",
    "clue_starved": "51-53 1278-1291 1219 1658-1659 2345-2346",
    "color_blind": "10 33-35",
    "number_blind": "102-105",
    "totally_blind": "151-154",
    "color_mute": "110-113",
    "number_mute": "114-117",
    "alternating_clues": "283-286 1244-1277 1448-1463 1652-1657 2347-2352",
    "odds_and_evens": "1646 1808 1812 1816 1820 1841-1873 1878-1893 1874-1877 1894-1895 2353-2358",
    "synesthesia": (
        "1353 1383 1386-1387 1642 1644 1647-1648 1791-1806 1809-1810 1813-1814 1817-1818 2359-2364"
    ),
    "funnels": "1896-1933 1938-1953 1934-1937 1954-1955 2378-2383",
    "chimneys": "1956-1993 1998-2013 1994-1997 2014-2015 2384-2389",
    "up_or_down": (
        "40 24 2107 25 43 155-156 41-42 157-158 277-278 61 44 863-866 2108-2115 1669-1670 2116 2371-2373"
    ),
    "sudoku": (
        "2072 2092 2073-2074 2093 2075 2094 2076 2095 2077 2096 2078 2097 2079 2098 2080 2099 2081 2100 "
        "2083-2090 2082 2101 2091 2391 2390 2392"
    ),
    "throw_it_in_a_hole": "279-281 2117 1220-1243 2118-2125 1660-1662 2126 2374-2377",
    "cow_and_pig": "98-101",
    "duck": "54-57",
}
"""The numbers that hanab.live gave its variants over the years: runs, in the order of each family's list."""
