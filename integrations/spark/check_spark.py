"""
Runs on the driver: python check_spark.py SETTINGS.json. Prints a line of JSON for each check; test.mjs holds them against the library.

Settings: master, command, policy, vectors (JSONL of {"n", "url"}), corpus (JSONL), rounds, folder, pids.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from functools import reduce
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from canonist_spark import deduplicate, normalize, pipe_keys


def report(check: str, **values: Any) -> None:
    print(json.dumps({"check": check, **values}), flush=True)


def start(settings: dict[str, Any]) -> SparkSession:
    builder = SparkSession.builder.master(settings["master"]).appName("canonist")
    options = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.executor.memory": "2g",
        "spark.driver.memory": "2g",
        "spark.executorEnv.CANONIST_COMMAND": settings["command"],
        "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"],
        "spark.sql.shuffle.partitions": "8",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "20000",
        "spark.task.maxFailures": "8",
    }
    for name, value in options.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def check_vectors(spark: SparkSession, settings: dict[str, Any]) -> None:
    """All policies in one job."""
    rows = spark.read.schema("n long, url string").json(settings["vectors"]).coalesce(1)
    results = [normalize(rows, "url", policy["ref"]).withColumn("policy", F.lit(policy["name"])) for policy in settings["policies"]]
    found = reduce(DataFrame.union, results).collect()
    for policy in settings["policies"]:
        out = f"{settings['folder']}/vectors-{policy['name']}.jsonl"
        with open(out, "w", encoding="utf-8") as file:
            for row in sorted((row for row in found if row.policy == policy["name"]), key=lambda row: row.n):
                file.write(json.dumps({"url": row.normalized, "key": row.key, "error": row.error}) + "\n")
        report("vectors", policy=policy["name"], file=out)


def check_pipe(spark: SparkSession, settings: dict[str, Any]) -> None:
    """Checks the pairs that zip made: every key must belong to the URL beside it."""
    urls = spark.read.schema("n long, url string").json(settings["vectors"]).orderBy("n").rdd.map(lambda row: row.url)
    keys = pipe_keys(urls, "dedupe", settings["command"])
    out = f"{settings['folder']}/pipe.jsonl"
    with open(out, "w", encoding="utf-8") as file:
        for url, key in urls.zip(keys).collect():
            file.write(json.dumps({"input": url, "key": key}) + "\n")
    report("pipe", file=out)


def read_many(spark: SparkSession, settings: dict[str, Any]) -> DataFrame:
    """The corpus in several rounds, each with a parameter of its own."""
    corpus = spark.read.schema("n long, url string").json(settings["corpus"])
    rounds = spark.range(settings["rounds"]).withColumnRenamed("id", "round")
    url = F.concat(F.col("url"), F.lit("?round="), F.col("round").cast("string"))
    return corpus.crossJoin(F.broadcast(rounds)).select(url.alias("url"))


def sum_keys(frame: DataFrame) -> dict[str, Any]:
    """Rows, valid rows and a sum over the keys: equal sums of 48 bits of each key mean equal keys."""
    number = F.conv(F.substring("key", 1, 12), 16, 10).cast("decimal(20,0)")
    [row] = frame.agg(F.count(F.lit(1)).alias("rows"), F.count("key").alias("valid"), F.sum(number).alias("total")).collect()
    return {"rows": row.rows, "valid": row.valid, "total": str(row.total)}


def check_many(spark: SparkSession, settings: dict[str, Any]) -> None:
    started = time.time()
    report("many", **sum_keys(normalize(read_many(spark, settings), "url")), seconds=time.time() - started)


def check_deduplicated(spark: SparkSession, settings: dict[str, Any]) -> None:
    """The shuffle by key, while one worker and its processes are killed."""
    started = time.time()
    doomed = threading.Timer(settings["killAfter"], kill_worker, [settings])
    doomed.start()
    pages = deduplicate(normalize(read_many(spark, settings), "url"))
    [row] = pages.agg(F.count(F.lit(1)).alias("pages"), F.sum("links").alias("links")).collect()
    doomed.join()
    report("deduplicated", pages=row.pages, links=row.links, seconds=time.time() - started)


def kill_worker(settings: dict[str, Any]) -> None:
    """Kills the second worker with everything that it started at once, as if its machine were lost."""
    pids = list_tree(settings["doomedWorker"])
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    report("killed", processes=len(pids))


def list_tree(pid: int) -> list[int]:
    """A process and all below it."""
    parents: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                parents.setdefault(int(file.read().rpartition(") ")[2].split()[1]), []).append(int(name))
        except (FileNotFoundError, ProcessLookupError):
            pass
    tree = [pid]
    for one in tree:
        tree.extend(parents.get(one, []))
    return tree


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        settings = json.load(file)
    spark = start(settings)
    report("version", version=spark.version)
    check_vectors(spark, settings)
    check_pipe(spark, settings)
    check_many(spark, settings)
    check_deduplicated(spark, settings)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
