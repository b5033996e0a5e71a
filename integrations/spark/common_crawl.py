"""
From the columnar index of Common Crawl to a learned policy:

    spark-submit common_crawl.py INDEX CRAWL OUTPUT.jsonl [DOMAIN...]
    canonist learn OUTPUT.jsonl > policy.json

INDEX is s3://commoncrawl/cc-index/table/cc-main/warc/ or a copy of it, CRAWL a partition such as CC-MAIN-2026-42. The index has a digest of every
document, so no document is fetched. common-crawl.sql does the same with DuckDB.
"""

from __future__ import annotations

import sys

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from canonist_spark import learn_input, write_jsonl


def select_documents(index: DataFrame, crawl: str, domains: list[str]) -> DataFrame:
    """Returns the successfully fetched documents. Spark reads only the columns and partitions that are named here."""
    # The digest of a truncated document covers only its beginning.
    documents = index.where((F.col("crawl") == crawl) & (F.col("subset") == "warc") & (F.col("fetch_status") == 200) & F.col("content_truncated").isNull())
    return documents.where(F.col("url_host_registered_domain").isin(domains)) if domains else documents


def main(index: str, crawl: str, output: str, *domains: str) -> None:
    spark = SparkSession.builder.appName("canonist: Common Crawl").getOrCreate()
    documents = select_documents(spark.read.parquet(index), crawl, list(domains))
    print(write_jsonl(learn_input(documents, "url", "content_digest", "url_host_name"), output), "rows")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
