"""What the engine says no with: a stable code and facts, never a sentence. Host and cogs turn codes into words."""

from __future__ import annotations


class RuleError(Exception):
    """An action, option or text that the rules refuse. Whatever raised it has changed nothing.

    `code` is stable and names the reason; `facts` hold what a sentence about it needs (an option's name, the
    reasons against listening, …).
    """

    def __init__(self, code: str, **facts: object) -> None:
        """Take the reason's code and the facts that belong to it."""
        self.code = code
        self.facts = facts
        details = ", ".join(f"{name}={value!r}" for name, value in facts.items())
        super().__init__(f"{code}: {details}" if details else code)
