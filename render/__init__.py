"""Pictures of what a seat may see, and their twins in text.

Every function here is pure and may be called from any thread; none may be called on the event loop.
"""

from __future__ import annotations

from render.avatars import Avatar, make_avatar
from render.chart import ChartLabel, draw_chart
from render.describe import describe_hand, describe_result, describe_table
from render.film import Shot, draw_film
from render.font_check import FontReport, check_fonts
from render.hand import draw_hand
from render.judged import JudgedHand, describe_judged, draw_judged
from render.labels import BoardLabel, Language, SeatLabel, Standing
from render.leaderboard import draw_leaderboard
from render.result import draw_result
from render.sprites import BACK, draw_tile_emoji
from render.table import draw_table
from render.theme import JADE, NIGHT, THEMES, Theme, find_theme
from render.tile_sets import TILE_SETS

__all__ = [
    "BACK",
    "JADE",
    "NIGHT",
    "THEMES",
    "TILE_SETS",
    "Avatar",
    "BoardLabel",
    "ChartLabel",
    "FontReport",
    "JudgedHand",
    "Language",
    "SeatLabel",
    "Shot",
    "Standing",
    "Theme",
    "check_fonts",
    "describe_hand",
    "describe_judged",
    "describe_result",
    "describe_table",
    "draw_chart",
    "draw_film",
    "draw_hand",
    "draw_judged",
    "draw_leaderboard",
    "draw_result",
    "draw_table",
    "draw_tile_emoji",
    "find_theme",
    "make_avatar",
]
