"""One process of `canonist filter`, and the rows that go through it."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import IO

from canonist.tsv import Url, decode_cells, encode_rows

_BATCH = 20_000
_MOST_DEATHS = 3


class FilterError(RuntimeError):
    """`canonist filter` could not be started, or ended several times in a row without returning a result."""


class Filter:
    """
    Sends rows to `canonist filter` in chunks, and returns one row for each, in order.

    The first rows start the process. If it dies, a new one gets the rows that have no result yet. A filter must never return fewer rows
    than it received. Calls from several threads wait for each other. A forked process starts a filter of its own.
    """

    def __init__(self, policy: str = "dedupe", columns: Sequence[str] = ("url",), command: str | Sequence[str] | None = None) -> None:
        words = command if command is not None else os.environ.get("CANONIST_COMMAND", "canonist")
        start = shlex.split(words) if isinstance(words, str) else list(words)
        self._arguments = [*start, "filter", "--chunk-header", "--policy", policy, "--output", ",".join(columns)]
        self._width = len(columns)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._said = ""
        self._owner = 0

    def __enter__(self) -> Filter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def rows(self, urls: Iterable[Url]) -> list[tuple[str | None, ...]]:
        """Returns a tuple of the columns for each URL."""
        cells = self._cells(urls)
        width = self._width
        return [tuple(cells[place : place + width]) for place in range(0, len(cells), width)]

    def column(self, urls: Iterable[Url]) -> list[str | None]:
        """Returns the first column for each URL, for filters that have only one."""
        cells = self._cells(urls)
        return cells if self._width == 1 else cells[:: self._width]

    def columns(self, urls: Iterable[Url]) -> list[list[str | None]]:
        """Returns a list per column, each with one value for each URL."""
        cells = self._cells(urls)
        return [cells[place :: self._width] for place in range(self._width)]

    def close(self) -> None:
        """Ends the process. The next rows start another one."""
        with self._lock:
            self._end()

    @property
    def pid(self) -> int | None:
        """The id of the process, or None if it is not running."""
        return None if self._process is None else self._process.pid

    def _cells(self, urls: Iterable[Url]) -> list[str | None]:
        rows = urls if isinstance(urls, list) else list(urls)
        chunks = [rows[start : start + _BATCH] for start in range(0, len(rows), _BATCH)]
        encoded = [b"%d\n" % len(chunk) + encode_rows(chunk) for chunk in chunks]
        cells: list[str | None] = []
        with self._lock:
            deaths = 0
            done = 0
            while done < len(chunks):
                answered = 0
                for lines in self._exchange(chunks[done:], encoded[done:]):
                    cells.extend(decode_cells(lines))
                    answered += 1
                done += answered
                deaths = 1 if answered > 0 else deaths + 1
                if done < len(chunks) and deaths >= _MOST_DEATHS:
                    raise FilterError(f"{shlex.join(self._arguments)} ended {deaths} times in a row without a result. {self._said}")
        return cells

    def _exchange(self, chunks: list[list[Url]], encoded: list[bytes]) -> Iterator[list[str]]:
        """Yields the cells of each chunk until all have arrived or the process dies. A thread writes, so that neither side waits for a full pipe."""
        process = self._start()
        assert process.stdin is not None and process.stdout is not None
        writer = threading.Thread(target=_write_all, args=(process.stdin, encoded), daemon=True)
        writer.start()
        reader = _LineReader(process.stdout)
        try:
            for chunk in chunks:
                data = reader.read(len(chunk))
                if data is None:
                    self._end()
                    return
                lines = data[:-1].decode("utf-8").replace("\t", "\n").split("\n")
                yield lines
        except BaseException:
            # Results may still be in the pipe; the next call must not take them for its own.
            self._end()
            raise
        finally:
            writer.join()

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is None:
            return self._process
        self._end()
        self._errors = tempfile.TemporaryFile()
        try:
            # Without buffers, so that a forked process can close its copies of the pipes and write nothing.
            self._process = subprocess.Popen(
                self._arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, bufsize=0
            )
        except OSError as error:
            self._errors.close()
            raise FilterError(f"{self._arguments[0]} cannot be started ({error}). Install canonist, or set CANONIST_COMMAND.") from error
        self._owner = os.getpid()
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        if self._owner == os.getpid():
            _wait_for_end(process)
        else:
            # It belongs to the process that forked us, which waits for it.
            process.returncode = 0
        if self._errors is not None:
            self._errors.seek(0)
            self._said = self._errors.read().decode("utf-8", "replace").strip()
            self._errors.close()


def _wait_for_end(process: subprocess.Popen[bytes]) -> None:
    """The filter exits when its input ends."""
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _write_all(pipe: IO[bytes], chunks: list[bytes]) -> None:
    try:
        for chunk in chunks:
            rest = memoryview(chunk)
            while len(rest) > 0:
                rest = rest[pipe.write(rest) :]
    except (OSError, ValueError):
        # The process died, or the pipe was closed: the reader sees the end of its output.
        pass


class _LineReader:
    """Reads lines from a pipe. Keeps the bytes after them for the next call, because the filter may have written more than one chunk."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._rest = b""

    def read(self, count: int) -> bytes | None:
        """Returns the next `count` lines; None if the output ends before."""
        parts: list[bytes] = []
        part = self._rest
        while (found := part.count(b"\n")) < count:
            parts.append(part)
            count -= found
            part = self._pipe.read(1 << 20)
            if not part:
                return None
        end = part.rfind(b"\n") + 1
        for _ in range(found - count):
            end = part.rfind(b"\n", 0, end - 1) + 1
        self._rest = part[end:]
        return b"".join((*parts, part[:end]))
