"""Harbin (哈尔滨): RULES section 3. Its values are the defaults of `Rules`."""

from __future__ import annotations

from engine.rules import Rules, register

HARBIN = Rules(city="harbin")

register("harbin", HARBIN)
register("harbin-single-payer", HARBIN.with_options({"discard_payment": "discarder"}))
register("harbin-4-16", HARBIN.with_options({"fan_mobao": 4, "fan_baozhongbao": 16}))
