"""
Runs on the driver: python check_spark.py SETTINGS.json. Prints a line of JSON for each check; test.mjs holds them against the library.

Settings: master, command, policies, vectors (JSONL of {"n", "url"}), corpus (JSONL), rounds, folder, workers (process ids), killAfter.
"""

from __future__ import annotations

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from typing import Any

import pyarrow
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from canonist.tsv import encode_rows
from canonist_spark import ADDED, deduplicate, normalize, normalize_pandas, pipe_keys


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
        # Linux 6.18 can stall a TCP connection on loopback when both sides wait with full buffers, as Java and Python do here.
        "spark.python.unix.domain.socket.enabled": "true",
        "spark.task.maxFailures": "8",
    }
    for name, value in options.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def check_vectors(spark: SparkSession, settings: dict[str, Any]) -> None:
    """All policies in one job, and the default policy with pandas."""
    rows = spark.read.schema("n long, url string").json(settings["vectors"]).coalesce(1)
    jobs = [(f"arrow-{policy['name']}", policy["name"], normalize(rows, "url", policy["ref"])) for policy in settings["policies"]]
    jobs.append(("pandas", "dedupe", normalize_pandas(rows, "url")))
    found = reduce(DataFrame.union, [results.withColumn("job", F.lit(job)) for job, _, results in jobs]).collect()
    for job, policy, _ in jobs:
        out = f"{settings['folder']}/vectors-{job}.jsonl"
        with open(out, "w", encoding="utf-8") as file:
            for row in sorted((row for row in found if row.job == job), key=lambda row: row.n):
                file.write(json.dumps({"url": row.normalized, "key": row.key, "error": row.error}) + "\n")
        report("vectors", policy=policy, file=out)


def check_invalid(spark: SparkSession) -> None:
    """Spark's texts may be invalid UTF-8, and other columns may have any type."""
    urls = spark.createDataFrame([(1, b"https://E.com/a"), (2, b"https://e.com/\xff"), (3, None)], "n int, bytes binary")
    rows = normalize(urls.withColumn("url", F.col("bytes").cast("string")), "url").drop("url").collect()
    report("invalid", rows=[[row.n, row.normalized, row.error] for row in sorted(rows)])


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


def measure_cost(spark: SparkSession, settings: dict[str, Any]) -> None:
    """The CPU time of all workers per URL, in µs: without a function, with one that returns its rows, with ours; and that of the filter alone."""
    corpus = f"{settings['folder']}/corpus.parquet"
    spark.read.schema("n long, url string").json(settings["corpus"]).select("url").repartition(2).write.parquet(corpus)
    urls = spark.read.parquet(corpus)
    count = urls.count()
    jobs = {
        "nothing": urls,
        "identity": urls.mapInArrow(return_batches, urls.schema),
        "normalize": normalize(urls, "url"),
        "pandas": normalize_pandas(urls, "url"),
    }
    # The least of several rounds: Java compiles its code during the first ones, and other programs can only make a round more expensive.
    rounds = [{name: measure_job(job, settings["workers"]) for name, job in jobs.items()} for _ in range(5)]
    costs = {name: min(costs[name] for costs in rounds) for name in jobs}
    costs["filter"] = measure_filter(settings)
    report("cost", rows=count, **{name: seconds / count * 1e6 for name, seconds in costs.items()})


def return_batches(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    yield from batches


def measure_job(frame: DataFrame, workers: list[int]) -> float:
    before = sum(map(read_cpu_seconds, workers))
    frame.write.format("noop").mode("overwrite").save()
    return sum(map(read_cpu_seconds, workers)) - before


def measure_filter(settings: dict[str, Any]) -> float:
    """The least of three rounds, without the time that a filter takes to start."""
    rows = f"{settings['folder']}/corpus.tsv"
    with open(settings["corpus"], encoding="utf-8") as lines, open(rows, "wb") as file:
        file.write(encode_rows([json.loads(line)["url"] for line in lines]))
    return min(run_filter(settings, rows) for _ in range(3)) - min(run_filter(settings, os.devnull) for _ in range(3))


def run_filter(settings: dict[str, Any], path: str) -> float:
    def read_children() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = read_children()
    with open(path, "rb") as rows:
        arguments = [*shlex.split(settings["command"]), "filter", "--output", ",".join(ADDED)]
        subprocess.run(arguments, stdin=rows, stdout=subprocess.DEVNULL, check=True)
    return read_children() - before


def check_many(spark: SparkSession, settings: dict[str, Any]) -> None:
    """A filter is killed in the middle."""
    started = time.time()
    with kill_later(settings, lambda: kill_filter(settings)):
        sums = sum_keys(normalize(read_many(spark, settings), "url"))
    report("many", **sums, seconds=time.time() - started)


def check_deduplicated(spark: SparkSession, settings: dict[str, Any]) -> None:
    """The shuffle by key, while one worker and its processes are killed."""
    started = time.time()
    with kill_later(settings, lambda: kill_worker(settings)):
        pages = deduplicate(normalize(read_many(spark, settings), "url"))
        [row] = pages.agg(F.count(F.lit(1)).alias("pages"), F.sum("links").alias("links")).collect()
    report("deduplicated", pages=row.pages, links=row.links, seconds=time.time() - started)


@contextmanager
def kill_later(settings: dict[str, Any], kill: Callable[[], None]) -> Iterator[None]:
    timer = threading.Timer(settings["killAfter"], kill)
    timer.start()
    yield
    timer.join()


def kill_filter(settings: dict[str, Any]) -> None:
    """Kills one filter. Its Python worker starts another and sends the rows again that have no result."""
    for pid in (pid for worker in settings["workers"] for pid in list_tree(worker)):
        if "filter" in read_process(pid, "cmdline").split("\0"):
            os.kill(pid, signal.SIGKILL)
            report("killed-filter", pid=pid)
            return


def kill_worker(settings: dict[str, Any]) -> None:
    """Kills the last worker with everything that it started at once, as if its machine were lost."""
    pids = list_tree(settings["workers"][-1])
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    report("killed", processes=len(pids))


def list_tree(pid: int) -> list[int]:
    """A process and all below it."""
    children: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        fields = read_stat(int(name))
        if fields:
            children.setdefault(int(fields[1]), []).append(int(name))
    tree = [pid]
    for one in tree:
        tree.extend(children.get(one, []))
    return tree


def read_cpu_seconds(pid: int) -> float:
    """Of a process, all below it, and those below it that have ended."""
    ticks = sum(int(field) for one in list_tree(pid) for field in read_stat(one)[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def read_stat(pid: int) -> list[str]:
    """The fields after the name, which may contain spaces. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html"""
    return read_process(pid, "stat").rpartition(") ")[2].split()


def read_process(pid: int, file: str) -> str:
    """Empty if the process has ended."""
    try:
        with open(f"/proc/{pid}/{file}", encoding="utf-8", errors="replace") as content:
            return content.read()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        settings = json.load(file)
    spark = start(settings)
    report("version", version=spark.version)
    check_vectors(spark, settings)
    check_pipe(spark, settings)
    check_invalid(spark)
    measure_cost(spark, settings)
    check_many(spark, settings)
    check_deduplicated(spark, settings)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
