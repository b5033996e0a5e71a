"""What schemathesis must know about the service, and every exception to its checks, with the reason."""

import json

import schemathesis

# An exception: a request that the schema allows, and that is still refused with 422. The schema says what a field looks like;
# these codes say that the value means nothing here.
MEANINGLESS_VALUES = {
    "list/bad-cursor": "a cursor is opaque: only `next` of the same list is one",
    "list/bad-filter": "some filters exclude each other",
    "registry/bad-host": "not every text is a host name",
    "registry/bad-prefix": "not every text is the beginning of a URL",
    "app/bad-policy": "the schema of a policy is a document of its own",
    "app/no-filter": "at least one of several filters is needed",
    "review/not-possible": "what `edit` takes depends on the review",
}
# Every code of a URL that cannot be read: not every text is a URL.
URL_CODES = "url/"

# An exception: bounds that JSON Schema cannot say, by operation.
UNSAID_BOUNDS = {
    "POST /api/v1/hosts/{host}/pause": "a duration from 1ms to 30d, with a unit",
    "POST /api/v1/hosts/{host}/settings": "a duration up to 1d, with a unit",
    "GET /api/v1/hosts": "`q` and `condition` exclude each other",
    "POST /api/v1/runs": "`canonicalize` takes either `urls` or `upload`",
}

# An exception: messages of JSON-RPC, which the protocol describes, not this document.
OTHER_PROTOCOLS = {"POST /mcp"}

EXPECTED = {401, 403, 404, 409, 422, 429}


@schemathesis.serializer("application/x-ndjson")
def serialize_lines(ctx, value):
    """Bytes as they are; anything else as one line."""
    if isinstance(value, bytes):
        return value
    return value.encode() if isinstance(value, str) else json.dumps(value).encode() + b"\n"


@schemathesis.hook
def filter_case(ctx, case):
    """An exception: lines that are no records have results of their own, so no text is an invalid body of lines."""
    return case.media_type != "application/x-ndjson" or isinstance(case.body, (str, bytes))


@schemathesis.hook
def map_case(ctx, case):
    """With JSON the fields of the query are in the body; OpenAPI cannot tie a parameter to a media type."""
    takes_lines = case.operation.label in ("POST /api/v1/normalize", "POST /api/v1/frontier/urls")
    if takes_lines and case.media_type == "application/json":
        case.query = {}
    return case


@schemathesis.check
def valid_data_is_accepted(ctx, response, case):
    """Stands for `positive_data_acceptance`, which knows statuses and no codes."""
    label = case.operation.label
    generation = getattr(getattr(case, "meta", None), "generation", None)
    is_valid = generation is not None and generation.mode == schemathesis.GenerationMode.POSITIVE
    # An exception: schemathesis takes parts of paths from earlier responses, and the `run` of a rekey without work is null.
    is_valid = is_valid and "null" not in map(str, (case.path_parameters or {}).values())
    if not is_valid or response.status_code < 400 or response.status_code >= 500 or label in OTHER_PROTOCOLS:
        return
    if response.status_code not in EXPECTED:
        raise AssertionError(f"valid data was refused with {response.status_code}")
    if response.status_code != 422:
        return
    code = response.json()["code"]
    is_known = code in MEANINGLESS_VALUES or code.startswith(URL_CODES)
    if not is_known and not (code == "app/bad-input" and label in UNSAID_BOUNDS):
        raise AssertionError(f"valid data was refused: {response.text}")
