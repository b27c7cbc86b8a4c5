"""Discord's published HTTP specification, as a judge of what a bot asks and what the local Discord answers.

A bot's ids may be integers, and it may send keys that the specification does not name, as discord.py does. The local
Discord's answers have ids that are texts and no key of its own invention.

The file is `openapi.json` of the repository discord/discord-api-spec (MIT). It is read from the folder `shared/discord`
beside this project and is no part of it. It is a preview: where the documentation says otherwise, that holds.
"""

import functools
import json
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import jsonschema_rs

from sandbox.errors import Problems
from tests.specification_faults import add_faults, phrases

PLACE = Path(__file__).parents[2] / "shared" / "discord" / "openapi.json"
JSON, MULTIPART = "application/json", "multipart/form-data"
# Where a form is a union the specification leaves the parts out; the documentation has ten everywhere.
_FILES = frozenset(f"files[{number}]" for number in range(10))
_OPEN = frozenset({"Error", "ErrorResponse", "RatelimitedResponse"})
"""These are put together from each other."""
_UNNAMED = {"ApplicationCommandInteractionMetadataResponse": ["name", "command_type"]}
"""Keys that Discord answers with although the specification does not name them."""
_PERMISSIONS = frozenset({"permissions", "allow", "deny"})
_TRUTHS = {"true": True, "1": True, "false": False, "0": False}


@dataclass(frozen=True, eq=False)
class Operation:
    """A method and a path pattern of the specification.

    `pointer` is its place in the document; `query` gives what may stand behind `?`: name → (place of schema, type).
    """

    segments: list[str]
    pointer: str
    query: dict[str, tuple[str, str]]
    body: dict
    needs_body: bool
    responses: dict[str, dict]

    def matches(self, parts):
        """Whether a path, split, is one of this operation's."""
        return len(parts) == len(self.segments) and all(
            want.startswith("{") or want == part for want, part in zip(self.segments, parts, strict=True)
        )

    def pointer_of_answer(self, status):
        """Return the key under which the answers of a status are described, or None."""
        return next((key for key in (str(status), f"{status // 100}XX") if key in self.responses), None)


@dataclass(eq=False)
class Document:
    """The specification with one idea of what an id is; validators are compiled when they are first needed.

    It says nothing about keys beyond those it names: with `is_closed` there are none.
    """

    document: dict
    snowflake: dict
    is_closed: bool = False
    _registry: jsonschema_rs.Registry = field(init=False)
    _validators: dict = field(init=False, default_factory=dict)

    def __post_init__(self):
        schemas = self.document["components"]["schemas"] | {"SnowflakeType": self.snowflake}
        if self.is_closed:
            schemas |= {name: _close(name, schema) for name, schema in schemas.items() if name not in _OPEN}
        # The documentation shows these codes as words (BASE_TYPE_REQUIRED), the specification says numbers.
        reason = {"type": "object", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}}
        reasons = {"_errors": {"type": "array", "items": reason}}
        schemas["InnerErrors"] = schemas["InnerErrors"] | {"properties": reasons}
        whole = self.document | {"components": self.document["components"] | {"schemas": schemas}}
        self._registry = jsonschema_rs.Registry([("discord:api", whole)], draft=jsonschema_rs.Draft202012)

    def errors(self, pointer, value):
        """Return what is wrong with a value under the schema that stands at a place of the document."""
        validator = self._validators.get(pointer)
        if validator is None:
            schema = {"$ref": f"discord:api#{pointer}"}
            validator = jsonschema_rs.Draft202012Validator(schema, registry=self._registry, validate_formats=True)
            self._validators[pointer] = validator
        return validator.iter_errors(value)


class Specification:
    """All operations, with validators of requests and of answers."""

    def __init__(self, document):
        digits = {"pattern": "^(0|[1-9][0-9]*)$"}
        self.asked = Document(_with_permission_texts(document), {"type": ["string", "integer"], **digits})
        self.answered = Document(document, {"type": "string", **digits}, is_closed=True)
        self.responses = document["components"]["responses"]
        self._operations = {}
        for pattern, methods in document["paths"].items():
            for method in methods.keys() - {"parameters"}:
                operation = self._read(pattern, method, methods)
                self._operations.setdefault(method.upper(), []).append(operation)
        for operations in self._operations.values():
            # Literal segments win over parameters: /@original before /{message_id}.
            operations.sort(key=lambda each: [part.startswith("{") for part in each.segments])
        self._found = {}

    def _read(self, pattern, method, methods):
        told, pointer = methods[method], f"/paths/{_escape(pattern)}"
        query = {
            each["name"]: (f"{place}/parameters/{at}/schema", each["schema"].get("type"))
            for place, holder in ((pointer, methods), (f"{pointer}/{method}", told))
            for at, each in enumerate(holder.get("parameters", ()))
            if each["in"] == "query"
        }
        body = told.get("requestBody", {})
        return Operation(
            pattern.strip("/").split("/"),
            f"{pointer}/{method}",
            query,
            body.get("content", {}),
            body.get("required", False),
            told["responses"],
        )

    def find(self, method, path):
        """Return the operation of a request, None if there is no such address."""
        parts = path.strip("/").split("/")
        return next((each for each in self._operations.get(method, ()) if each.matches(parts)), None)

    def operation_of(self, request):
        """Return the operation of a recorded request, None if there is no such address."""
        if request.route is None:
            return self.find(request.method, request.path)
        if request.route not in self._found:
            self._found[request.route] = self.find(request.method, request.path)
        return self._found[request.route]

    def check_request(self, request):
        """Return the `Problems` of a request: its query, its body (of multipart the `payload_json`), its files."""
        problems = Problems()
        operation = self.operation_of(request)
        if operation is None:
            problems.add((), "UNKNOWN_OPERATION", "There is no such operation")
            return problems
        for name, text in request.query.items():
            self._check_query(operation, name, text, problems)
        if request.body is None and not request.uploads:
            if operation.needs_body:
                problems.add((), "BASE_TYPE_REQUIRED", "A body is required")
        elif operation.body:
            kind = JSON if JSON in operation.body else MULTIPART
            add_faults(self.asked.errors(_schema_at(operation.pointer, "requestBody", kind), request.body), problems)
            self._check_uploads(operation, request.uploads, problems)
        return problems

    def _check_query(self, operation, name, text, problems):
        if name not in operation.query:
            problems.add((name,), "UNKNOWN_KEY", "There is no such parameter")
            return
        pointer, kind = operation.query[name]
        value = text
        if kind == "boolean":
            value = _TRUTHS.get(text.lower(), text)
        elif kind == "integer" and text.lstrip("-").isdecimal():
            value = int(text)
        elif kind == "array":
            value = [text]
        add_faults(self.asked.errors(pointer, value), problems, at=(name,))

    @staticmethod
    def _check_uploads(operation, uploads, problems):
        """Every file's part must have one of the names that there are, and its own."""
        known = _FILES if MULTIPART in operation.body else ()
        names = sorted(f"files[{upload.number}]" for upload in uploads)
        for name in names:
            if name not in known:
                problems.add((name,), "UNKNOWN_KEY", "There is no such part")
        for name, other in pairwise(names):
            if name == other:
                problems.add((name,), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The part is there twice")

    def faults_of_object(self, name, value):
        """Return what is wrong with an object of an answer or event, a phrase each; `name` is that of its schema."""
        problems = Problems()
        add_faults(self.answered.errors(f"/components/schemas/{name}", value), problems)
        return phrases(problems.errors)

    def check_answer(self, request):
        """Return what is wrong with the answer to a request, a phrase each."""
        operation = self.operation_of(request)
        if operation is None:
            return []
        key = operation.pointer_of_answer(request.status)
        if key is None:
            return [f"the status {request.status}, but only {', '.join(operation.responses)} are known"]
        response, pointer = operation.responses[key], f"{operation.pointer}/responses/{key}"
        if "$ref" in response:
            pointer = response["$ref"].lstrip("#")
            response = self.responses[pointer.rsplit("/", 1)[1]]
        if JSON not in response.get("content", {}):
            return [] if request.answer is None else ["a body where none is expected"]
        problems = Problems()
        add_faults(self.answered.errors(_schema_at(pointer, None, JSON), request.answer), problems)
        return phrases(problems.errors)


def _with_permission_texts(part):
    """Return the specification with permissions of requests as the documentation has them: texts of digits too."""
    if isinstance(part, list):
        return [_with_permission_texts(each) for each in part]
    if not isinstance(part, dict):
        return part
    changed = {key: _with_permission_texts(value) for key, value in part.items()}
    for key in _PERMISSIONS & changed.get("properties", {}).keys():
        if changed["properties"][key] == {"type": ["integer", "null"]}:
            changed["properties"][key] = {"type": ["integer", "string", "null"], "pattern": "^[0-9]+$"}
    return changed


def _close(name, schema):
    """Return the schema of an object that has no other keys than those it names, or that are known to be there."""
    if "properties" not in schema:
        return schema
    known = schema["properties"] | {key: {} for key in _UNNAMED.get(name, ())}
    return {"additionalProperties": False} | schema | {"properties": known}


def _escape(segment):
    return segment.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def _schema_at(pointer, part, kind):
    return "/".join(filter(None, (pointer, part, "content", _escape(kind), "schema")))


@functools.cache
def load_specification():
    """Return the specification, None if it does not lie where it should."""
    return Specification(json.loads(PLACE.read_text("utf-8"))) if PLACE.is_file() else None
