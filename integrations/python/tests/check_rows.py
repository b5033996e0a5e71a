"""Compares results with those of the library: python -m tests.check_rows EXPECTED.jsonl POLICY. Prints the number of rows, and URLs per second."""

from __future__ import annotations

import json
import resource
import sys
import time

from canonist import Filter


def main(path: str, policy: str) -> None:
    with open(path, encoding="utf-8") as file:
        expected = [json.loads(line) for line in file]
    inputs = [row["input"] for row in expected]
    with Filter(policy, ("url", "key", "error")) as one:
        for place, (row, result) in enumerate(zip(expected, one.rows(inputs), strict=True)):
            wanted = (row["url"], row["key"], row["error"])
            if result != wanted:
                sys.exit(f"row {place}, policy {policy}: {json.dumps(row['input'])[:300]} gave {result}, not {wanted}")
    print(json.dumps({"rows": len(inputs), **measure(inputs, policy)}))


def measure(inputs: list[str | bytes | None], policy: str) -> dict[str, float]:
    """The best of three rounds; the processor time is that of Python and the filter together, of one round."""
    with Filter(policy) as one:
        one.column(inputs[:1000])
        best = float("inf")
        before = time.process_time()
        for _ in range(3):
            started = time.perf_counter()
            one.column(inputs)
            best = min(best, time.perf_counter() - started)
        own = (time.process_time() - before) / 3
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"perSecond": len(inputs) / best, "python": own, "children": children.ru_utime + children.ru_stime}


if __name__ == "__main__":
    main(*sys.argv[1:])
