"""What the platform refuses about a poll. Polls can be sent here; nobody can vote."""

from __future__ import annotations

from sandbox.errors import Problems, words

MAX_ANSWERS = 10
MAX_QUESTION = 300
MAX_ANSWER = 55
MAX_HOURS = 32 * 24

_POLL_KEYS = words("question answers duration allow_multiselect layout_type")


def check_poll(poll: object, problems: Problems) -> None:
    """Note what is wrong with the poll of a message form (any JSON value)."""
    if poll is None:
        return
    path = ("poll",)
    if not isinstance(poll, dict):
        problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    problems.unknown_keys(path, poll, _POLL_KEYS)
    _check_words(poll.get("question"), (*path, "question"), MAX_QUESTION, problems)
    problems.whole(path, poll, "duration", 1, MAX_HOURS)
    answers = poll.get("answers")
    if answers is None:
        problems.require((*path, "answers"))
    elif not isinstance(answers, list):
        problems.add((*path, "answers"), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    elif not 1 <= len(answers) <= MAX_ANSWERS:
        problems.length((*path, "answers"), 1, MAX_ANSWERS)
    else:
        for number, answer in enumerate(answers):
            media = answer.get("poll_media") if isinstance(answer, dict) else None
            _check_words(media, (*path, "answers", number, "poll_media"), MAX_ANSWER, problems)


def _check_words(media: object, path: tuple[str | int, ...], most: int, problems: Problems) -> None:
    if not isinstance(media, dict):
        problems.require(path)
    else:
        problems.text(path, media, "text", 1, most, required=True)
