"""Arrow columns: every type of texts, rows that break programs, and a process that dies."""

from __future__ import annotations

import os
import signal
import threading
import unittest

import pyarrow as pa

from canonist import Filter

LONG = "https://e.com/" + "a/" * 500_000
POISONED = [
    *("", " ", "\\N", "NULL", "\\", "https://e.com/\\", "https://e.com/?a\\b", "https://e.com/?\\\\t", "https://e.com/a\tb", "https://e.com/a\nb"),
    *("https://e.com/a\r\nb", "https://e.com/\0", '"https://e.com/"', 'https://e.com/?q=","', "https://ünïcode.example/ä", "https://e.com/😀", None, LONG, "x" * 2_000_000),
]
COLUMNS = ("url", "key", "host", "error", "message")


class Columns(unittest.TestCase):
    def setUp(self) -> None:
        self.filter = Filter(columns=COLUMNS)
        self.addCleanup(self.filter.close)

    def check(self, urls: pa.Array | pa.ChunkedArray) -> None:
        """Compares the columns with those for a list."""
        columns = self.filter.arrow_columns(urls)
        self.assertEqual([column.type for column in columns], [pa.string()] * len(COLUMNS))
        self.assertEqual([column.to_pylist() for column in columns], self.filter.columns(urls.to_pylist()))

    def test_poisoned(self) -> None:
        self.check(pa.array(POISONED))
        for url in POISONED:
            with self.subTest(url=str(url)[:40]):
                self.check(pa.array(["https://E.com/first", url, "https://E.com/last"]))

    def test_types(self) -> None:
        urls = ["https://E.com/a", None, "nope", "https://e.com/a\tb", "https://E.com/a"]
        for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())):
            with self.subTest(kind=str(kind)):
                self.check(pa.array(urls).cast(kind))
        self.check(pa.nulls(3))
        self.check(pa.nulls(3, pa.string()))

    def test_parts(self) -> None:
        urls = pa.array(["https://E.com/a\n", None, "https://E.com/b", "nope\\", "https://E.com/c"])
        self.check(urls.slice(2, 2))
        self.check(urls.slice(1, 0))
        self.check(pa.chunked_array([urls.slice(0, 2), urls.slice(2, 0), urls.slice(2)]))
        self.check(pa.chunked_array([], pa.string()))

    def test_several_chunks(self) -> None:
        self.check(pa.array([None if row % 1000 == 0 else f"https://E.com/{row}\\" for row in range(45_000)]))

    def test_invalid_utf8(self) -> None:
        rows = pa.array([b"https://E.com/a", b"https://e.com/\xff", None, b"https://e.com/\xc3\xa4"])
        # Spark's texts may contain any bytes.
        unchecked = pa.Array.from_buffers(pa.string(), len(rows), rows.buffers())
        for urls in (rows, unchecked):
            url, *_, error, _ = [column.to_pylist() for column in self.filter.arrow_columns(urls)]
            self.assertEqual(url, ["https://e.com/a", None, None, "https://e.com/%C3%A4"])
            self.assertEqual(error, [None, "line/invalid-utf8", None, None])

    def test_other_types(self) -> None:
        with self.assertRaisesRegex(TypeError, "not int64"):
            self.filter.arrow_columns(pa.array([5]))

    def test_killed(self) -> None:
        """Every row has one result in its place, although the process is killed while it works."""
        urls = pa.array([f"https://E.com/{row}" for row in range(200_000)])
        self.filter.arrow_columns(urls.slice(0, 1))
        pid = self.filter.pid
        assert pid is not None
        killer = threading.Timer(0.1, os.kill, [pid, signal.SIGKILL])
        killer.start()
        url = self.filter.arrow_columns(urls)[0].to_pylist()
        killer.join()
        self.assertNotEqual(self.filter.pid, pid)
        self.assertEqual(url, [f"https://e.com/{row}" for row in range(200_000)])
