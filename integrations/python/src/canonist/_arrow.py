"""Arrow columns as `canonist filter` reads and writes them. Converts whole columns, because a Python object per row would cost more than the rest. Needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from canonist.tsv import ESCAPES, NULL, decode_cell

# Bytes, because Spark's texts may be invalid UTF-8. Large, because the rows of a chunk may have more than 2 GiB once they are joined.
_ROWS = pa.large_binary()


def split(urls: pa.Array | pa.ChunkedArray, size: int) -> Iterator[pa.Array]:
    """Yields parts of up to `size` rows."""
    for array in urls.chunks if isinstance(urls, pa.ChunkedArray) else [urls]:
        for start in range(0, len(array), size):
            yield array.slice(start, size)


def encode(urls: pa.Array) -> tuple[int, bytes]:
    """Returns the number of rows, and the rows, each followed by a newline."""
    rows = _to_bytes(urls)
    text = _join(rows.fill_null(b""), b"")
    for char, replacement in ESCAPES:
        if char.encode() in text:
            rows = pc.replace_substring(rows, char.encode(), replacement.encode())
    return len(rows), _join(rows.fill_null(NULL.encode()), b"\n") + b"\n"


def _to_bytes(urls: pa.Array) -> pa.Array:
    if pa.types.is_dictionary(urls.type):
        urls = urls.dictionary_decode()
    try:
        return urls.cast(_ROWS)
    except pa.ArrowNotImplementedError as error:
        raise TypeError(f"a column of URLs must have texts or bytes, not {urls.type}") from error


def _join(rows: pa.Array, separator: bytes) -> bytes:
    one_list = pa.ListArray.from_arrays(pa.array([0, len(rows)], pa.int32()), rows)
    joined: bytes = pc.binary_join(one_list, pa.scalar(separator, _ROWS))[0].as_py()
    return joined


def decode(output: bytes, width: int) -> list[pa.Array]:
    """Returns the columns of the filter's output."""
    names = [str(place) for place in range(width)]
    table = csv.read_csv(
        pa.BufferReader(output),
        # One block, because the parser refuses a row that is larger than a block.
        read_options=csv.ReadOptions(use_threads=False, block_size=len(output) + 1, column_names=names),
        parse_options=csv.ParseOptions(delimiter="\t", quote_char=False, double_quote=False, escape_char=False, ignore_empty_lines=False),
        convert_options=csv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.string()), null_values=[NULL], strings_can_be_null=True, check_utf8=False
        ),
    )
    return [_unescape(column.combine_chunks()) for column in table.columns]


def _unescape(cells: pa.Array) -> pa.Array:
    """Replaces escapes. Few cells have one, so each of these may become a Python object."""
    data = cells.buffers()[2]
    if data is None or b"\\" not in data.to_pybytes():
        return cells
    escaped = pc.fill_null(pc.match_substring(cells, "\\"), False)
    texts = [decode_cell(cell) for cell in cells.filter(escaped).to_pylist()]
    return pc.replace_with_mask(cells, escaped, pa.array(texts, pa.string()))


def chain(arrays: list[pa.Array]) -> pa.ChunkedArray:
    """Returns one column, also if there are no rows."""
    return pa.chunked_array(arrays, pa.string())
