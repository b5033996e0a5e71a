"""Rows that break programs, and a process that dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import unittest
from unittest.mock import DEFAULT, patch

import canonist
from canonist import Filter
from canonist.tsv import decode_cells

LONG = "https://e.com/" + "a/" * 500_000


class Rows(unittest.TestCase):
    def test_poisoned(self) -> None:
        rows = ["https://e.com/a\tb", "https://e.com/a\nb", "\\N", "\\", None, LONG, "https://e.com/\\", "https://e.com/\r", "x" * 2_000_000, "https://e.com/last"]
        urls = canonist.normalize(rows)
        self.assertEqual(len(urls), len(rows))
        self.assertEqual(urls[0], "https://e.com/ab")
        self.assertEqual(urls[1], "https://e.com/ab")
        self.assertEqual(urls[2:5], [None, None, None])
        self.assertEqual(urls[5], LONG)
        self.assertEqual(urls[-2:], [None, "https://e.com/last"])

    def test_invalid_utf8(self) -> None:
        rows = ["https://e.com/a", b"https://e.com/\xff", "https://e.com/\udcff", b"https://e.com/\xc3\xa4"]
        self.assertEqual(canonist.normalize(rows), ["https://e.com/a", None, None, "https://e.com/%C3%A4"])
        self.assertEqual(canonist.error(rows), [None, "line/invalid-utf8", "line/invalid-utf8", None])

    def test_columns(self) -> None:
        with Filter(columns=("url", "error")) as one:
            rows = ["HTTPS://e.com/a", None, "nope"]
            self.assertEqual(one.columns(rows), [["https://e.com/a", None, None], [None, None, "url/no-scheme"]])
            self.assertEqual(one.columns([]), [[], []])


# Returns the rows as they are, but only after the last chunk, so that one read gets the end of a chunk and the beginning of the next.
LATE_FILTER = """
import sys
output = b""
while header := sys.stdin.buffer.readline():
    output += b"".join(sys.stdin.buffer.readline() for _ in range(int(header)))
    if int(header) < 20_000:
        sys.stdout.buffer.write(output)
        sys.stdout.buffer.flush()
        output = b""
"""


class Chunks(unittest.TestCase):
    def test_read_together(self) -> None:
        for count in (20_001, 45_000):
            rows: list[str | bytes | None] = [f"row {number}" for number in range(count)]
            with Filter(command=[sys.executable, "-c", LATE_FILTER]) as one:
                self.assertEqual(one.column(rows), rows)
                self.assertEqual(one.column(rows), rows)

    def test_interrupted(self) -> None:
        """The next call neither waits for the one that was interrupted, nor gets its rows."""
        with Filter() as one, patch("canonist._filter.decode_cells", wraps=decode_cells, side_effect=[KeyboardInterrupt, DEFAULT]):
            try:
                one.column(["https://E.com"] * 45_000)
            except KeyboardInterrupt:
                # Here, the traceback still holds the variables of that call.
                self.assertEqual(one.column(["https://E.com/next"]), ["https://e.com/next"])


class Deaths(unittest.TestCase):
    def test_killed_again_and_again(self) -> None:
        """Every row has one result in its place, however often the process is killed."""
        rows: list[str | bytes | None] = [f"https://E.com/{number}" for number in range(200_000)]
        with Filter(columns=("url", "key")) as one:
            one.rows(rows[:1])
            deaths = 0
            done = threading.Event()

            def kill() -> None:
                nonlocal deaths
                while not done.wait(1.0) and deaths < 2:
                    pid = one.pid
                    if pid is not None:
                        os.kill(pid, signal.SIGKILL)
                        deaths += 1

            killer = threading.Thread(target=kill)
            killer.start()
            while deaths < 1:
                results = one.rows(rows)
            done.set()
            killer.join()
            self.assertGreaterEqual(deaths, 1)
            self.assertEqual([url for url, _ in results], [f"https://e.com/{number}" for number in range(200_000)])

    def test_killed_between_calls(self) -> None:
        with Filter() as one:
            one.column(["https://E.com"])
            assert one.pid is not None
            os.kill(one.pid, signal.SIGKILL)
            time.sleep(0.1)
            self.assertEqual(one.column(["https://E.com"]), ["https://e.com/"])

    def test_always_dies(self) -> None:
        one = Filter(command=[sys.executable, "-c", "import sys; sys.exit('no disk')"])
        with self.assertRaisesRegex(canonist.FilterError, r"ended 3 times in a row without a result\. no disk"):
            one.column(["https://E.com"])

    def test_missing(self) -> None:
        with self.assertRaisesRegex(canonist.FilterError, "Install canonist, or set CANONIST_COMMAND"):
            Filter(command="no-such-command").column(["https://E.com"])


class Processes(unittest.TestCase):
    def test_threads(self) -> None:
        results: list[bool] = []

        def work(number: int) -> None:
            rows: list[str] = [f"https://E.com/{number}/{row}" for row in range(5000)]
            results.append(canonist.normalize(rows) == [url.lower() for url in rows])

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [True] * 8)

    def test_fork(self) -> None:
        """A forked worker must not write to the process of its parent."""
        canonist.normalize(["https://E.com"])
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(canonist.normalize, ["https://E.com/1", "https://E.com/2"]), ["https://e.com/1", "https://e.com/2"])
        self.assertEqual(canonist.normalize("https://E.com"), "https://e.com/")
