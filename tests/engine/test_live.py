"""A live hand by plain examples: what it tells beyond waits, and where seven pairs come in."""

import copy

from engine.analysis import OUT_OF_REACH, LiveHand, discard_outlook, useful_tiles
from engine.cities import find_rules
from engine.live import list_bits
from engine.melds import parse_meld
from engine.tiles import count_kinds, format_tiles, parse_tile, parse_tiles


def hand(tiles, *melds, rules="harbin", **options):
    return count_kinds(parse_tiles(tiles)), [parse_meld(meld) for meld in melds], find_rules(rules, options)


def live(*written, **options):
    return LiveHand(*hand(*written, **options))


def test_a_copy_goes_its_own_way():
    first = live("123m456p79s99m5s", "peng 222p")
    second = copy.deepcopy(first)
    second.remove(parse_tile("5s"))
    assert first.key != second.key
    assert second.waits()
    assert second.standing is first.standing


def test_a_hand_with_a_zhan_waits_by_pairs_alone():
    tiles = live("11m55m22p88p33s9p", "zhan 66s", rules="qiqihar")
    assert [wait.kind for wait in tiles.waits()] == [parse_tile("9p")]
    assert live("11m55m22p88p34s9p", "zhan 66s", rules="qiqihar").waits() == ()


def test_discards_are_looked_at_by_pairs_too():
    outlook = discard_outlook(*hand("11m55m22p88p33s66s9p4s", rules="qiqihar"))
    assert outlook[parse_tile("4s")] == (0, ())
    assert outlook[parse_tile("9p")] == (0, ())
    assert outlook[parse_tile("1m")][0] == 1


def test_useful_tiles_are_those_of_groups_where_pairs_are_farther():
    tiles = hand("123m456p789s25m58p", rules="qiqihar")
    assert useful_tiles(*tiles) == useful_tiles(*hand("123m456p789s25m58p", rules="qiqihar", seven_pairs=False))


def test_the_bare_shape_asks_for_no_terminal():
    tiles = live("345m678p456s55m34p2s")
    assert tiles.look()[parse_tile("2s")][0] > 0
    distance, useful = tiles.bare_look()[parse_tile("2s")]
    assert distance == 0
    assert useful == 0
    far = live("345m678p456s5m9m34p2s")
    assert format_tiles(list_bits(far.bare_look()[parse_tile("2s")][1])) == "259m25p"


def test_without_tiles_there_is_nothing_to_exchange():
    assert LiveHand([0] * 28, (), find_rules("harbin")).distance() == OUT_OF_REACH


def test_each_discard_is_measured_without_its_useful_tiles():
    tiles = live("11m55m22p88p33s66s9p4s", rules="qiqihar")
    distances = tiles.measure()
    assert distances == {kind: distance for kind, (distance, _) in tiles.look().items()}
    assert (distances[parse_tile("4s")], distances[parse_tile("1m")]) == (0, 1)


def test_discards_of_melds_that_can_never_listen_are_out_of_reach():
    tiles = live("45m", "peng 222p", "chi 123m", "chi 123s", "chi 456s")
    assert tiles.measure() == dict.fromkeys(parse_tiles("45m"), OUT_OF_REACH)
