"""One process of `canonist filter`, and the rows that go through it."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
import threading
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from types import TracebackType
from typing import IO, TYPE_CHECKING

from canonist.tsv import Url, decode_cells, encode_rows

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH = 20_000
_MOST_DEATHS = 3

#: The number of rows, and the rows as the filter reads them.
Chunk = tuple[int, bytes]


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

    def arrow_columns(self, urls: pa.Array | pa.ChunkedArray) -> list[pa.ChunkedArray]:
        """
        Returns an Arrow column of texts per column, each with one value for each URL. Needs pyarrow.

        `urls` has texts or bytes. Converts whole columns instead of single texts, so it costs less than `columns`.
        """
        from canonist import _arrow

        width = self._width
        chunks = [_arrow.encode(part) for part in _arrow.split(urls, _BATCH)]
        with closing(self._run(chunks)) as outputs:
            decoded = [_arrow.decode(output, width) for output in outputs]
        return [_arrow.chain([columns[place] for columns in decoded]) for place in range(width)]

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
        cells: list[str | None] = []
        with closing(self._run([(len(chunk), encode_rows(chunk)) for chunk in chunks])) as outputs:
            for output in outputs:
                cells.extend(decode_cells(output[:-1].decode("utf-8").replace("\t", "\n").split("\n")))
        return cells

    def _run(self, chunks: Sequence[Chunk]) -> Generator[bytes, None, None]:
        """
        Yields the output for each chunk, in order. If the process dies, a new one gets the chunks that have no output yet.

        Close it, because it holds the lock: a caller may be interrupted.
        """
        with self._lock:
            deaths = 0
            done = 0
            while done < len(chunks):
                answered = 0
                with closing(self._exchange(chunks[done:])) as outputs:
                    for output in outputs:
                        yield output
                        answered += 1
                done += answered
                deaths = 1 if answered > 0 else deaths + 1
                if done < len(chunks) and deaths >= _MOST_DEATHS:
                    raise FilterError(f"{shlex.join(self._arguments)} ended {deaths} times in a row without a result. {self._said}")

    def _exchange(self, chunks: Sequence[Chunk]) -> Generator[bytes, None, None]:
        """Yields the output for each chunk until all have arrived or the process dies. A thread writes, so that neither side waits for a full pipe."""
        process = self._start()
        assert process.stdin is not None and process.stdout is not None
        writer = threading.Thread(target=_write_all, args=(process.stdin, chunks), daemon=True)
        writer.start()
        reader = _LineReader(process.stdout)
        try:
            for count, _ in chunks:
                output = reader.read(count)
                if output is None:
                    self._end()
                    return
                yield output
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


def _write_all(pipe: IO[bytes], chunks: Sequence[Chunk]) -> None:
    try:
        for count, rows in chunks:
            for part in (b"%d\n" % count, rows):
                rest = memoryview(part)
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
