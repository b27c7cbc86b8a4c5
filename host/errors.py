"""What the host says no with: a stable code and facts, never a sentence. Cogs turn codes into words."""

from __future__ import annotations


class HostError(Exception):
    """Something that a person asked of a table or an account and that is refused; nothing has changed.

    `code` is stable and names the reason; `facts` hold what a sentence about it needs.
    """

    def __init__(self, code: str, **facts: object) -> None:
        """Take the reason's code and the facts that belong to it."""
        self.code = code
        self.facts = facts
        details = ", ".join(f"{name}={value!r}" for name, value in facts.items())
        super().__init__(f"{code}: {details}" if details else code)


class StoreError(HostError):
    """The database refused or could not keep what was asked (full, locked, read-only, gone); nothing was written."""

    def __init__(self, why: str) -> None:
        """Take what the database said: the kind of error, no data."""
        super().__init__("store_failed", why=why)


class NotKeptError(HostError):
    """What happened at a table is not durable yet, since the database fails: nobody is shown it, nothing follows."""
