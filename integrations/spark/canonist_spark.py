"""
Canonist in PySpark. Executors need Node, the command `canonist` and the package of integrations/python.

    from canonist_spark import normalize, deduplicate, learn_input
    pages = deduplicate(normalize(spark.read.parquet("links"), "url"))
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import pandas
import pyarrow
from pyspark import RDD
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import StringType, StructField, StructType

from canonist import shared_filter
from canonist.tsv import decode_cell, escape

#: The columns of `canonist filter`, and the names under which `normalize` adds them.
ADDED = {"url": "normalized", "key": "key", "error": "error"}


def normalize(frame: DataFrame, column: str, policy: str = "dedupe") -> DataFrame:
    """
    Adds `normalized`, `key` and `error`. An invalid URL has NULL and the reason in `error`. Keeps every row and all other columns.

    Each Python worker of Spark starts one `canonist filter` and keeps it from task to task. The rows stay in Arrow's format.
    """

    def add(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        one = shared_filter(policy, tuple(ADDED))
        for batch in batches:
            added = [values.combine_chunks() for values in one.arrow_columns(batch.column(column))]
            yield pyarrow.RecordBatch.from_arrays([*batch.columns, *added], [*batch.schema.names, *ADDED.values()])

    return frame.mapInArrow(add, _add_fields(frame))


def normalize_pandas(frame: DataFrame, column: str, policy: str = "dedupe") -> DataFrame:
    """Does the same with `mapInPandas`, which costs more, because each text becomes a Python object. A pattern for functions of your own that need pandas."""

    def add(frames: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
        one = shared_filter(policy, tuple(ADDED))
        for batch in frames:
            urls = batch[column]
            columns = one.columns(urls.astype(object).where(urls.notna(), None).tolist())
            yield batch.assign(**{name: pandas.Series(values, index=batch.index, dtype=object) for name, values in zip(ADDED.values(), columns)})

    return frame.mapInPandas(add, _add_fields(frame))


def _add_fields(frame: DataFrame) -> StructType:
    return StructType([*frame.schema.fields, *(StructField(name, StringType()) for name in ADDED.values())])


def pipe_keys(urls: RDD[str | None], policy: str = "dedupe", command: str = "canonist") -> RDD[str | None]:
    """Returns the key of each URL, by RDD.pipe: one process per partition, without pandas. Keeps the order, so `urls.zip(pipe_keys(urls))` pairs URLs and keys."""
    words = shlex.join([*shlex.split(command), "filter", "--policy", policy, "--output", "key"])
    rows = urls.map(lambda url: "\\N" if url is None else escape(url))
    return rows.pipe(words, checkCode=True).map(decode_cell)


def deduplicate(normalized: DataFrame) -> DataFrame:
    """Returns one row per page: key, url, links. Spark shuffles by key, and keys are hashes, so a large host does not skew the shuffle."""
    valid = normalized.where(F.col("key").isNotNull())
    return valid.groupBy("key").agg(F.first("normalized").alias("url"), F.count(F.lit(1)).alias("links"))


def learn_input(crawl: DataFrame, url: str, content_hash: str, host: Column | str) -> DataFrame:
    """
    Returns the part of a crawl that `canonist learn` can learn from: `url` and `contentHash` of all hosts on which several URLs have the same content.

    Spark joins the hosts with the crawl, so no host has to fit into one process.
    """
    name = F.col(host) if isinstance(host, str) else host
    fetched = crawl.select(F.col(url).alias("url"), F.col(content_hash).alias("contentHash"), name.alias("host")).dropna()
    repeated = fetched.groupBy("host", "contentHash").agg(F.count_distinct("url").alias("urls")).where("urls > 1")
    hosts = repeated.select("host").distinct()
    return fetched.join(hosts, "host", "left_semi").select("url", "contentHash").orderBy("url")


def write_jsonl(frame: DataFrame, path: str) -> int:
    """Writes rows as JSON lines to one file on the driver, partition by partition, and returns their number."""
    count = 0
    with open(path, "w", encoding="utf-8") as file:
        for row in frame.select(F.to_json(F.struct("*")).alias("line")).toLocalIterator():
            file.write(row.line + "\n")
            count += 1
    return count


__all__: list[Any] = ["deduplicate", "learn_input", "normalize", "normalize_pandas", "pipe_keys", "write_jsonl"]
