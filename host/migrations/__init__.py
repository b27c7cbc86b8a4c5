"""How a database of an earlier version becomes one of this version: one file a step, never changed once released."""
