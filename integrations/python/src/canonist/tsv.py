"""Rows as `canonist filter` reads and writes them: one cell per line, \\N for None, and escapes for characters that would end a line."""

from __future__ import annotations

from collections.abc import Sequence

Url = str | bytes | None

NULL = "\\N"

# The backslash comes first, because the other escapes add backslashes.
ESCAPES = (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"), ("\0", "\\0"))
_WITHOUT_NEWLINE = tuple(pair for pair in ESCAPES if pair[0] != "\n")
_UNESCAPES = {"t": "\t", "n": "\n", "r": "\r", "0": "\0", "b": "\b", "f": "\f"}


def encode_rows(urls: Sequence[Url]) -> bytes:
    """Returns the rows, each followed by a newline. Lone surrogates are sent as invalid UTF-8, so that the filter rejects them."""
    try:
        text = "\n".join(urls)  # type: ignore[arg-type]
    except TypeError:
        return b"".join(_encode_row(url) for url in urls)
    if text.count("\n") != len(urls) - 1:
        return b"".join(_encode_row(url) for url in urls)
    return (escape(text, _WITHOUT_NEWLINE) + "\n").encode("utf-8", "surrogatepass")


def _encode_row(url: Url) -> bytes:
    if url is None:
        return b"\\N\n"
    if isinstance(url, bytes):
        # Escapes concern ASCII only, and latin-1 keeps every other byte.
        return escape(url.decode("latin-1")).encode("latin-1") + b"\n"
    if not isinstance(url, str):
        raise TypeError(f"a URL must be str, bytes or None, not {type(url).__name__}")
    return escape(url).encode("utf-8", "surrogatepass") + b"\n"


def escape(text: str, escapes: Sequence[tuple[str, str]] = ESCAPES) -> str:
    """Returns a text as a cell."""
    for char, replacement in escapes:
        if char in text:
            text = text.replace(char, replacement)
    return text


def decode_cells(lines: list[str]) -> list[str | None]:
    """Returns the texts of cells, one per line. Most cells are plain texts or NULL, so neither costs a call."""
    return [line if "\\" not in line else None if line == NULL else decode_cell(line) for line in lines]


def decode_cell(cell: str) -> str | None:
    """Returns the text of one cell."""
    if cell == NULL:
        return None
    return "\\".join(_decode_escapes(part) for part in cell.split("\\\\"))


def _decode_escapes(text: str) -> str:
    head, *tails = text.split("\\")
    return head + "".join(_UNESCAPES.get(tail[:1], tail[:1]) + tail[1:] for tail in tails)
