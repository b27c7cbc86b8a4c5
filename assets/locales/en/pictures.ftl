# Pictures: how they look.

settings-person-look = Tiles and felt
settings-person-look-about = Of the pictures that only you see.
settings-server-look = Tiles and felt
settings-server-look-about = Of the pictures of tables and results.
settings-tiles = Tiles
settings-felt = Felt
tiles-numbered = Traditional, with numbers
tiles-traditional = Traditional
tiles-contrast = High contrast, large numbers
felt-jade = Green felt
felt-night = Blue felt
