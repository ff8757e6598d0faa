"""Every variant of hanab.live, by name and by number."""

from functools import cache

from handsight.errors import UnknownNameError
from handsight.hanabi.variants.families import FAMILIES, Family, family_variants
from handsight.hanabi.variants.variant import Variant, VariantSpec, build
from handsight.text.suggestions import did_you_mean


@cache
def variant(name: str | int = "No Variant") -> Variant:
    """Return the variant with this name or hanab.live number.

    Args:
        name: a name in any case, such as ``Rainbow (6 Suits)``, or a number.

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
