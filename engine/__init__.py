"""The game: pure rules, no input or output, no clock, no global randomness."""
