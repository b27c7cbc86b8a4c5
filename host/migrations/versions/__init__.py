"""The steps, each with its number, the one before it, and `upgrade`."""
