"""A server's days begin when they begin there, summer time and all; an account's age follows from its id."""

from datetime import UTC, date, datetime, timedelta

import pytest

from host.days import begin_day, begin_next_day, find_day, find_zone, list_zones, newest_user_id


def utc(*when):
    return datetime(*when, tzinfo=UTC).timestamp()


def test_a_day_is_that_of_the_servers_zone():
    at = utc(2026, 3, 1, 18)
    assert find_day(at, "UTC") == date(2026, 3, 1)
    assert find_day(at, "Asia/Shanghai") == date(2026, 3, 2)
    assert begin_next_day(at, "UTC") == utc(2026, 3, 2)
    assert begin_next_day(at, "Asia/Shanghai") == utc(2026, 3, 2, 16)


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("Africa/Cairo", date(2025, 4, 25), 23),  # no midnight
        ("America/Havana", date(2025, 11, 2), 25),  # two of them
        ("Asia/Shanghai", date(2026, 7, 1), 24),
    ],
)
def test_a_day_with_a_change_of_summer_time_is_shorter_or_longer(zone, day, hours):
    begun, next_begun = begin_day(day, zone), begin_day(day + timedelta(days=1), zone)
    assert next_begun - begun == hours * 3600
    assert find_day(begun, zone) == find_day(next_begun - 1, zone) == day
    assert find_day(begun - 1, zone) == day - timedelta(days=1)
    assert begin_next_day(begun, zone) == begin_next_day(next_begun - 1, zone) == next_begun


def test_every_zone_that_is_offered_is_known_and_no_other_name_is():
    assert {"UTC", "Asia/Shanghai", "Asia/Harbin", "Asia/Taipei", "America/New_York"} <= set(list_zones())
    for name in list_zones():
        assert find_day(0, name).year in {1969, 1970}
    for name in ("Asia/Heilongjiang", "", "/etc/localtime", "../UTC", "asia/shanghai"):
        with pytest.raises(ValueError):
            find_zone(name)


def test_the_age_of_an_account_follows_from_its_id():
    # Discord's own example: made on 2016-04-30 11:18:25.796 UTC.
    user_id, made = 175928847299117063, datetime(2016, 4, 30, 11, 18, 25, 796000, tzinfo=UTC).timestamp()
    assert user_id <= newest_user_id(made + 30 * 86400, 30)
    assert user_id > newest_user_id(made + 30 * 86400 - 1, 30)
    assert user_id <= newest_user_id(made + 1, 0)
