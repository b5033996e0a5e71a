"""A real crawl of a small site on loopback, which links every page under several URLs."""

from __future__ import annotations

import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

from scrapy import Request
from scrapy.settings import Settings

from canonist.scrapy import RequestFingerprinter

SPIDER = """
import json, sys
import scrapy
from scrapy.crawler import CrawlerProcess

class Spider(scrapy.Spider):
    name = "links"

    async def start(self):
        yield scrapy.Request(sys.argv[1])

    def parse(self, response):
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link)

process = CrawlerProcess(json.loads(sys.argv[2]))
process.crawl(Spider)
process.start()
"""


class Site(http.server.BaseHTTPRequestHandler):
    seen: list[str] = []

    def do_GET(self) -> None:
        Site.seen.append(self.path)
        links = [f"/page/{number}?b=2&a=1{tail}" for number in range(5) for tail in ("", "&utm_source=x", "#top", "&gclid=1")]
        body = "".join(f'<a href="{link}">x</a>' for link in links).encode()
        self.send_response(200 if self.path != "/robots.txt" else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def crawl(settings: dict[str, Any]) -> list[str]:
    """The pages that a spider fetched."""
    Site.seen = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "spider.py")
            script.write_text(SPIDER)
            common = {"LOG_LEVEL": "ERROR", "CANONIST_COMMAND": os.environ["CANONIST_COMMAND"], "TELNETCONSOLE_ENABLED": False, "DOWNLOAD_DELAY": 0}
            url = f"http://127.0.0.1:{server.server_address[1]}/"
            subprocess.run([sys.executable, str(script), url, json.dumps({**common, **settings})], check=True, timeout=120)
    finally:
        server.shutdown()
        server.server_close()
    return [path for path in Site.seen if path.startswith("/page/")]


class Crawls(unittest.TestCase):
    def test_scrapy_alone_fetches_every_spelling(self) -> None:
        self.assertEqual(len(crawl({})), 15)

    def test_with_our_fingerprints(self) -> None:
        self.assertEqual(len(crawl({"REQUEST_FINGERPRINTER_CLASS": "canonist.scrapy.RequestFingerprinter"})), 5)

    def test_with_our_filter(self) -> None:
        with tempfile.TemporaryDirectory() as job:
            settings = {"DUPEFILTER_CLASS": "canonist.scrapy.DupeFilter", "JOBDIR": job}
            self.assertEqual(len(crawl(settings)), 5)


class Fingerprints(unittest.TestCase):
    def test_requests(self) -> None:
        one = RequestFingerprinter(Settings())
        self.addCleanup(one.close)
        get = Request("https://e.com/?a=1&b=2")
        self.assertEqual(one.fingerprint(get), one.fingerprint(Request("https://E.com/?b=2&a=1&utm_source=x#top")))
        self.assertNotEqual(one.fingerprint(get), one.fingerprint(Request("https://e.com/?a=1&b=3")))
        self.assertNotEqual(one.fingerprint(get), one.fingerprint(get.replace(method="POST")))
        self.assertNotEqual(one.fingerprint(get), one.fingerprint(get.replace(body=b"x")))
        self.assertNotEqual(one.fingerprint(Request("data:,a")), one.fingerprint(Request("data:,b")))
