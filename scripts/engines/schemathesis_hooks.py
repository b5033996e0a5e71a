"""What schemathesis must know about the service, and every exception to its checks, with the reason."""

import jsonschema_rs
import schemathesis
from hypothesis import strategies as st

# The formats of the document that JSON Schema does not have.
LABEL = st.from_regex(r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,20}[A-Za-z0-9_])?", fullmatch=True).filter(
    lambda label: label.lower()[2:4] != "--"
)
HOST = st.one_of(
    st.sampled_from(["example.com", "EXAMPLE.com", "münchen.example", "xn--mnchen-3ya.example", "[2001:db8::1]"]),
    st.ip_addresses(v=4).map(str),
    st.lists(LABEL, max_size=3).map(lambda labels: ".".join([*labels, "example"])),
)
REST = st.text(st.characters(min_codepoint=0x20, exclude_categories=["Cs"]), max_size=40)
schemathesis.openapi.format("host", HOST)
schemathesis.openapi.format(
    "http-url", st.builds("{}://{}/{}".format, st.sampled_from(["http", "https", "HTTP"]), HOST, REST)
)
# A first part; `map_case` replaces it where the list has a second one.
schemathesis.openapi.format("cursor", st.just("0."))


@schemathesis.serializer("application/x-ndjson")
def serialize_lines(ctx, value):
    """Any bytes are lines."""
    return value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode == schemathesis.GenerationMode.POSITIVE


@schemathesis.hook
def filter_case(ctx, case):
    """Leaves out what only looks valid."""
    # The `run` of a rekey without work is null, and no part of a path.
    if is_positive(case) and "null" in (case.path_parameters or {}).values():
        return False
    # `x-query` relates the parameters of a query to one another, which OpenAPI cannot.
    relations = case.operation.definition.raw.get("x-query")
    return relations is None or not is_positive(case) or jsonschema_rs.is_valid(relations, dict(case.query or {}))


@schemathesis.hook
def map_case(ctx, case):
    """A cursor is the `next` of the same list with the same filters."""
    if is_positive(case) and case.method == "GET" and "after" in (case.query or {}):
        filters = {name: value for name, value in case.query.items() if name != "after"}
        first = case.operation.Case(path_parameters=case.path_parameters, query={**filters, "limit": 1}).call()
        after = first.json().get("next") if first.status_code == 200 else None
        case.query = filters if after is None else {**filters, "after": after}
    return case


# An exception: valid by the schema, refused all the same. No schema can say these.
BEYOND_SCHEMAS = {
    "app/bad-policy": "the schema knows the shape of a policy, not whether its hosts, patterns and rewrites are right",
    "review/not-possible": "what `edit` takes depends on the review",
}


@schemathesis.hook
def filter_failure(ctx, failure, case, response):
    """Whether it is a failure."""
    if failure.code != "ST202" or response.status_code != 422:
        return True
    return response.json()["code"] not in BEYOND_SCHEMAS
