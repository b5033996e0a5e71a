"""
Writes an index with the schema of Common Crawl's: python generate_index.py LOG.jsonl FOLDER ROWS

It has the crawl log that it is given, ROWS pages of hosts that have nothing to teach, and rows that the recipes must leave out: other crawls,
redirects, errors, truncated documents.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import json
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

import pyarrow
import pyarrow.dataset

CRAWL = "CC-MAIN-2026-42"

STRINGS_BEFORE = [
    "url_surtkey", "url", "url_host_name", "url_host_tld", "url_host_2nd_last_part", "url_host_3rd_last_part", "url_host_4th_last_part", "url_host_5th_last_part",
    "url_host_registry_suffix", "url_host_registered_domain", "url_host_private_suffix", "url_host_private_domain", "url_host_name_reversed", "url_protocol",
]  # fmt: skip
STRINGS_AFTER = ["fetch_redirect", "content_digest", "content_mime_type", "content_mime_detected", "content_charset", "content_languages", "content_truncated", "warc_filename"]

SCHEMA = pyarrow.schema([
    *((name, pyarrow.string()) for name in STRINGS_BEFORE),
    ("url_port", pyarrow.int32()),
    ("url_path", pyarrow.string()),
    ("url_query", pyarrow.string()),
    ("fetch_time", pyarrow.timestamp("ms")),
    ("fetch_status", pyarrow.int16()),
    *((name, pyarrow.string()) for name in STRINGS_AFTER),
    ("warc_record_offset", pyarrow.int32()),
    ("warc_record_length", pyarrow.int32()),
    ("warc_segment", pyarrow.string()),
    ("crawl", pyarrow.string()),
    ("subset", pyarrow.string()),
])  # fmt: skip


def digest(content: str) -> str:
    return base64.b32encode(hashlib.sha1(content.encode()).digest()).decode()


def describe(url: str, content: str, number: int, **changes: object) -> dict[str, object]:
    parts = urlsplit(url)
    labels = (parts.hostname or "").split(".")
    domain = ".".join(labels[-2:])
    return {
        "url_surtkey": f"{','.join(reversed(labels))}){parts.path}",
        "url": url,
        "url_host_name": parts.hostname,
        "url_host_tld": labels[-1],
        "url_host_2nd_last_part": labels[-2],
        "url_host_3rd_last_part": labels[-3] if len(labels) > 2 else None,
        "url_host_registry_suffix": labels[-1],
        "url_host_registered_domain": domain,
        "url_host_private_suffix": labels[-1],
        "url_host_private_domain": domain,
        "url_host_name_reversed": ".".join(reversed(labels)),
        "url_protocol": parts.scheme,
        "url_path": parts.path,
        "url_query": parts.query or None,
        "fetch_time": datetime.datetime(2026, 10, 9) + datetime.timedelta(seconds=number),
        "fetch_status": 200,
        "content_digest": digest(content),
        "content_mime_type": "text/html",
        "content_mime_detected": "text/html",
        "content_charset": "UTF-8",
        "content_languages": "eng",
        "warc_filename": f"crawl-data/{CRAWL}/segments/1/warc/{number // 50_000:05}.warc.gz",
        "warc_record_offset": number * 100 % 2**30,
        "warc_record_length": 1000,
        "warc_segment": "1",
        "crawl": CRAWL,
        "subset": "warc",
        **changes,
    }


def list_rows(log: str, quiet: int) -> Iterator[dict[str, object]]:
    with open(log, encoding="utf-8") as file:
        for number, line in enumerate(file):
            record = json.loads(line)
            if "contentHash" not in record:
                continue
            yield describe(record["url"], record["contentHash"], number)
            # Each of these would change what is learned.
            other = f"other {number}"
            yield describe(record["url"], other, number, crawl="CC-MAIN-2026-38")
            yield describe(record["url"], other, number, fetch_status=301, fetch_redirect="https://forum.example.com/", subset="crawldiagnostics")
            yield describe(record["url"], other, number, fetch_status=404, subset="crawldiagnostics")
            yield describe(record["url"], other, number, content_truncated="length")
    for number in range(quiet):
        yield describe(f"https://host-{number % 1000}.example/page/{number}", f"quiet {number}", number)


def main(log: str, folder: str, quiet: str) -> None:
    batch: list[dict[str, object]] = list(list_rows(log, int(quiet)))
    table = pyarrow.Table.from_pylist(batch, schema=SCHEMA)
    pyarrow.dataset.write_dataset(table, folder, format="parquet", partitioning=["crawl", "subset"], partitioning_flavor="hive")


if __name__ == "__main__":
    main(*sys.argv[1:])
