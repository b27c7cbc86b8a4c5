"""Discord's published specification at each local Discord of the tests: what does not fit it fails the test.

Requests and their answers are held against it, and every event of the gateway.

A bot's request that does not fit is refused as Discord refuses it. Without the specification beside this project only
the local Discord's own rules hold; where `CI` is set that is a failure.
"""

import json
import os
from contextlib import contextmanager

import pytest

from sandbox.errors import INVALID_FORM_BODY
from tests.event_shapes import faults_of_event
from tests.specification import PLACE, load_specification
from tests.specification_faults import phrases

SHOWN = 2000
"""So many characters of a payload are shown."""


class Conformity:
    """A `sandbox.Validator` by the specification, for one test; `faults` are what did not fit, with the payload.

    With `is_wrong_on_purpose` the test asks what Discord refuses, to see the local Discord's own rules at work: those
    judge alone, and only what they take although the specification does not is a fault.
    """

    def __init__(self, specification, *, is_wrong_on_purpose=False):
        self.specification = specification
        self.is_wrong_on_purpose = is_wrong_on_purpose
        self.faults = []

    def check_request(self, request):
        if not self.is_wrong_on_purpose:
            self.specification.check_request(request).raise_if_any()

    def see_answer(self, request):
        if self.is_wrong_on_purpose:
            if request.status < 400:
                problems = self.specification.check_request(request)
                self._note(request, "was taken with", phrases(problems.errors), request.body)
        elif self.specification.operation_of(request) is None:
            self._note(request, "asks for", ["an address that Discord does not have"], request.body)
        elif request.route is None:
            self._note(request, "asks for", ["an address that the local Discord does not have"], request.body)
        elif request.status == 400 and request.answer["code"] == INVALID_FORM_BODY:
            self._note(request, "asks with", phrases(request.answer["errors"]), request.body)
        self._note(request, "is answered with", self.specification.check_answer(request), request.answer)

    def see_event(self, name, data):
        self._add(
            f"The gateway's event {name} is not as Discord's", faults_of_event(self.specification, name, data), data
        )

    def _note(self, request, what, found, payload):
        self._add(f"{request.method} {request.path} {what}", found, payload)

    def _add(self, title, found, payload):
        if found:
            text = json.dumps(payload, ensure_ascii=False, default=str)[:SHOWN]
            self.faults.append("\n  ".join([title, *found, text]))


@contextmanager
def watch(*, is_wrong_on_purpose=False):
    """Give a validator for `LocalDiscord(validator=…)` and fail at the end if something did not fit.

    It is None where the specification is missing. Where `CI` is set that fails instead.
    """
    specification = load_specification()
    if specification is None:
        if os.environ.get("CI"):
            pytest.fail(f"{PLACE} is missing: openapi.json of the repository discord/discord-api-spec belongs there")
        yield None
        return
    conformity = Conformity(specification, is_wrong_on_purpose=is_wrong_on_purpose)
    yield conformity
    if conformity.faults:
        pytest.fail("Not as Discord's specification has it:\n" + "\n".join(conformity.faults), pytrace=False)
