"""Discord's published HTTP specification, as a judge of what a bot asks and what the local Discord answers.

The file is `openapi.json` of the repository discord/discord-api-spec (MIT). It is read from the folder `shared/discord`
beside this project and is no part of it. Snowflakes may also be integers: discord.py sends them so, Discord takes it.
"""

import functools
import json
from pathlib import Path

import jsonschema_rs

PLACE = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"


class Specification:
    """The operations by method and path, with compiled validators made on first use."""

    def __init__(self, document):
        self.paths = document["paths"]
        self.components = document["components"]
        self.components["schemas"]["SnowflakeType"] = {
            "anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer"}]
        }
        # The documentation shows these codes as words (BASE_TYPE_REQUIRED), the specification says numbers.
        reason = {"type": "object", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}}
        self.components["schemas"]["InnerErrors"]["properties"]["_errors"]["items"] = reason
        self._validators = {}

    def find(self, method, path):
        """Return the operation of a request; literal segments win over parameters."""
        parts = path.strip("/").split("/")
        fitting = []
        for pattern, methods in self.paths.items():
            wanted = pattern.strip("/").split("/")
            if len(wanted) == len(parts) and method.lower() in methods:
                is_param = [want.startswith("{") for want in wanted]
                if all(param or want == part for param, want, part in zip(is_param, wanted, parts, strict=True)):
                    fitting.append((is_param, pattern))
        return self.paths[min(fitting)[1]][method.lower()] if fitting else None

    def _faults(self, schema, value):
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            self._validators[key] = jsonschema_rs.Draft202012Validator(schema | {"components": self.components})
        return [f"/{'/'.join(map(str, each.instance_path))}: {each.message[:300]}" for each in
                self._validators[key].iter_errors(value)]  # fmt: skip

    def faults_of(self, request):
        """Return what is wrong with a recorded request or its answer, a phrase each."""
        operation = self.find(request.method, request.path)
        what = f"{request.method} {request.path}"
        if operation is None:
            return [f"{what}: no such operation"]
        faults = []
        contents = operation.get("requestBody", {}).get("content", {})
        schema = contents.get("application/json", {}).get("schema")
        if request.body is not None and schema is not None and request.status < 400:
            faults += [f"{what} asks {fault}" for fault in self._faults(schema, request.body)]
        responses = operation["responses"]
        response = responses.get(str(request.status)) or responses.get(f"{request.status // 100}XX")
        if response is None:
            return [*faults, f"{what}: answered with {request.status}, only {list(responses)} are known"]
        response = self._resolve(response)
        schema = response.get("content", {}).get("application/json", {}).get("schema")
        if schema is not None:
            faults += [f"{what} answers {fault}" for fault in self._faults(schema, request.answer)]
        elif request.answer is not None:
            faults.append(f"{what}: an answer with a body where none is expected")
        return faults

    def _resolve(self, thing):
        while "$ref" in thing:
            thing = self.components["responses"][thing["$ref"].rsplit("/", 1)[1]]
        return thing


@functools.cache
def load_specification():
    """Return the specification. Raises FileNotFoundError, saying where it has to lie, if it is not there."""
    if not PLACE.is_file():
        raise FileNotFoundError(
            f"{PLACE} is missing: openapi.json of the repository discord/discord-api-spec belongs there"
        )
    return Specification(json.loads(PLACE.read_text("utf-8")))
