"""
Identifies Scrapy's requests by Canonist's keys:

    REQUEST_FINGERPRINTER_CLASS = "canonist.scrapy.RequestFingerprinter"

The whole crawl then uses them: the duplicate filter, the HTTP cache and everything else that needs fingerprints. To change only the
duplicate filter:

    DUPEFILTER_CLASS = "canonist.scrapy.DupeFilter"

Settings: CANONIST_POLICY (a name or a file; default "dedupe") and CANONIST_COMMAND (default "canonist").
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy.dupefilters import RFPDupeFilter
from scrapy.utils.job import job_dir

from canonist._filter import Filter

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings


class RequestFingerprinter:
    """Requests have the same fingerprint if method and body are equal and the policy considers their URLs the same. Caches it per request."""

    def __init__(self, settings: BaseSettings) -> None:
        self._filter = Filter(settings.get("CANONIST_POLICY", "dedupe"), ("url",), settings.get("CANONIST_COMMAND"))
        self._known: WeakKeyDictionary[Request, bytes] = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RequestFingerprinter:
        return cls(crawler.settings)

    def fingerprint(self, request: Request) -> bytes:
        known = self._known.get(request)
        if known is None:
            known = self._known[request] = self._compute(request)
        return known

    def close(self) -> None:
        """Ends the filter's process, which otherwise ends when this process does."""
        self._filter.close()

    def _compute(self, request: Request) -> bytes:
        [url] = self._filter.column([request.url])
        # Other URLs (data:, s3:) are identified by their own text.
        parts = (request.method.encode(), (url or request.url).encode(), request.body or b"")
        return hashlib.sha256(b"".join(b"%d:%b" % (len(part), part) for part in parts)).digest()


class DupeFilter(RFPDupeFilter):
    """Scrapy's own filter with our fingerprints, whatever REQUEST_FINGERPRINTER_CLASS is."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DupeFilter:
        fingerprinter = RequestFingerprinter.from_crawler(crawler)
        return cls(job_dir(crawler.settings), crawler.settings.getbool("DUPEFILTER_DEBUG"), fingerprinter=fingerprinter)
