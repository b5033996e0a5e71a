"""The functions, in every shape of input."""

from __future__ import annotations

import hashlib
import unittest

import pandas
import polars

import canonist

A = "https://e.com/?a&b"
SPELLINGS = ["https://E.com/?b&a", "https://e.com/?a&b#x", None, "nope"]


class Lists(unittest.TestCase):
    def test_normalize(self) -> None:
        self.assertEqual(canonist.normalize(SPELLINGS), [A, A, None, None])
        self.assertEqual(canonist.normalize(tuple(SPELLINGS)), [A, A, None, None])
        self.assertEqual(canonist.normalize([]), [])

    def test_one(self) -> None:
        self.assertEqual(canonist.normalize("https://E.com/?b&a"), A)
        self.assertEqual(canonist.normalize(b"https://E.com/?b&a"), A)
        self.assertIsNone(canonist.normalize("nope"))
        self.assertIsNone(canonist.normalize(None))
        self.assertEqual(canonist.error("nope"), "url/no-scheme")
        self.assertIsNone(canonist.error(A))
        self.assertEqual(canonist.host("https://u:p@[::1]:8080/"), "[::1]")

    def test_key(self) -> None:
        self.assertEqual(canonist.key(SPELLINGS)[0], hashlib.sha256(A.encode()).hexdigest())

    def test_same(self) -> None:
        self.assertIs(canonist.same("https://E.com/?b&a", A), True)
        self.assertIs(canonist.same("https://E.com/?b&a", A, policy="rfc3986"), False)
        self.assertEqual(canonist.same([A, A, A], [A, "nope", None]), [True, None, None])
        with self.assertRaisesRegex(ValueError, "pass the same number of both"):
            canonist.same([A, A], [A])

    def test_dedupe(self) -> None:
        self.assertEqual(canonist.dedupe([*SPELLINGS, "https://f.com"]), [A, "https://f.com/"])

    def test_unknown_policy(self) -> None:
        with self.assertRaisesRegex(canonist.FilterError, "No policy is called nwes"):
            canonist.normalize([A], policy="nwes")

    def test_wrong_type(self) -> None:
        with self.assertRaisesRegex(TypeError, "not int"):
            canonist.normalize([A, 5])
        self.assertEqual(canonist.normalize([A]), [A])


class Pandas(unittest.TestCase):
    def test_all(self) -> None:
        series = pandas.Series(SPELLINGS, index=[10, 11, 12, 13])
        self.assertEqual(canonist.normalize(series).to_dict(), {10: A, 11: A, 12: None, 13: None})
        self.assertEqual(canonist.dedupe(series).to_dict(), {10: A})
        self.assertEqual(canonist.error(series).to_dict()[13], "url/no-scheme")
        self.assertEqual(canonist.same(series, series).to_list(), [True, True, None, None])
        self.assertEqual(len(canonist.key(series)), 4)

    def test_missing_values(self) -> None:
        series = pandas.Series(["https://E.com", None, float("nan"), pandas.NA])
        self.assertEqual(canonist.normalize(series).to_list(), ["https://e.com/", None, None, None])
        arrow = pandas.Series(["https://E.com", None], dtype="string")
        self.assertEqual(canonist.normalize(arrow).to_list(), ["https://e.com/", None])

    def test_column_of_a_frame(self) -> None:
        frame = pandas.DataFrame({"url": SPELLINGS})
        frame["key"] = canonist.key(frame["url"])
        self.assertEqual(frame.groupby("key").size().to_list(), [2])


class Polars(unittest.TestCase):
    def test_all(self) -> None:
        series = polars.Series("link", SPELLINGS)
        self.assertEqual(canonist.normalize(series).to_list(), [A, A, None, None])
        self.assertEqual(canonist.normalize(series).dtype, polars.String)
        self.assertEqual(canonist.dedupe(series).to_list(), [A])
        self.assertEqual(canonist.same(series, series).to_list(), [True, True, None, None])

    def test_expression(self) -> None:
        frame = polars.DataFrame({"url": SPELLINGS})
        keys = frame.with_columns(polars.col("url").map_batches(canonist.key, return_dtype=polars.String).alias("key"))
        self.assertEqual(keys.drop_nulls("key").group_by("key").len()["len"].to_list(), [2])
