"""What a JSON schema finds wrong, said as Discord says it: a code and a message at the field that is to blame."""

_MESSAGES = {
    "string": ("STRING_TYPE_CONVERT", "Could not interpret as string."),
    "integer": ("NUMBER_TYPE_COERCE", "Value {value} is not int."),
    "number": ("NUMBER_TYPE_COERCE", "Value {value} is not float."),
    "boolean": ("BOOLEAN_TYPE_CONVERT", "Must be either true or false."),
    "array": ("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"),
    "object": ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType"),
    "null": ("BASE_TYPE_CHOICES", "Value must be one of (None,)."),
    "maxLength": ("BASE_TYPE_MAX_LENGTH", "Must be {limit} or fewer in length."),
    "maxItems": ("BASE_TYPE_MAX_LENGTH", "Must be {limit} or fewer in length."),
    "minLength": ("BASE_TYPE_MIN_LENGTH", "Must be {limit} or more in length."),
    "minItems": ("BASE_TYPE_MIN_LENGTH", "Must be {limit} or more in length."),
    "maximum": ("NUMBER_TYPE_MAX", "int value should be less than or equal to {limit}."),
    "minimum": ("NUMBER_TYPE_MIN", "int value should be greater than or equal to {limit}."),
    "pattern": ("STRING_TYPE_REGEX", "String value did not match validation regex."),
    "uniqueItems": ("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"),
    "enum": ("BASE_TYPE_CHOICES", "Value must be one of {limit}."),
    "const": ("BASE_TYPE_CHOICES", "Value must be one of ({limit},)."),
}
_UNIONS = ("oneOf", "anyOf")


def add_faults(errors, problems, at=()):
    """Add the errors of jsonschema-rs to `problems`, each once, with `at` before its path."""
    seen = set()
    for error in errors:
        for path, code, message in _sharpen(error):
            if (path, code) not in seen:
                seen.add((path, code))
                problems.add((*at, *path), code, message)


def phrases(errors):
    """Return the nested reasons of a refusal as lines: where, the code, the message."""
    return list(_walk(errors, ()))


def _walk(tree, path):
    for key, below in tree.items():
        if key == "_errors":
            yield from (f"{'.'.join(path) or 'it'}: {each['code']} {each['message']}" for each in below)
        else:
            yield from _walk(below, (*path, key))


def _sharpen(error):
    """Yield (path, code, message) for an error; of a union, those of the alternative that was meant."""
    path, kind = tuple(error.instance_path), error.kind.name
    if kind in _UNIONS and getattr(error.kind, "context", None):
        yield from _sharpen_union(path, error)
    elif kind == "required":
        yield (*path, error.kind.property), "BASE_TYPE_REQUIRED", "This field is required"
    elif kind == "additionalProperties":
        yield from (((*path, key), "UNKNOWN_KEY", "This field is not known") for key in error.kind.unexpected)
    else:
        name = kind if kind != "type" else max(error.kind.types, key=lambda each: each != "null")
        code, message = _MESSAGES.get(name, (f"SCHEMA_{kind.upper()}", "{text}"))
        yield path, code, message.format(value=repr(error.instance), limit=error.kind.value, text=error.message[:300])


def _sharpen_union(path, error):
    if [] in error.kind.context:
        yield path, "SCHEMA_ONEOF", "Several types fit at once."
        return
    meant = [branch for branch in error.kind.context if branch and not _is_another_kind(path, branch)]
    if meant:
        for inner in min(meant, key=len):
            yield from _sharpen(inner)
    elif isinstance(error.instance, dict) and "type" in error.instance:
        yield (*path, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of those that are known here.'
    else:
        yield path, "UNION_TYPE_CHOICES", f"Could not interpret {str(error.instance)[:100]!r} as any of the types."


def _is_another_kind(path, branch):
    """Whether an alternative was not meant: the value has another JSON type, or its field `type` another number."""
    return any(
        (inner.kind.name == "type" and tuple(inner.instance_path) == path)
        or (inner.kind.name in {"enum", "const"} and tuple(inner.instance_path) == (*path, "type"))
        for inner in branch
    )
