"""Writes Parquet files with other programs, rewrites them with canonist, and compares. Arguments: a folder, the command."""

import datetime
import decimal
import os
import random
import subprocess
import sys

import duckdb
import fastparquet
import polars
import pyarrow
import pyarrow.parquet

FOLDER, COMMAND = sys.argv[1], sys.argv[2:]
ROWS = 20_000
RESULT = os.path.join(FOLDER, "result.parquet")
INT64 = pyarrow.int64()
TEXT = pyarrow.string()


def make_url(row):
    kind = random.random()
    if kind < 0.02:
        return None
    if kind < 0.04:
        return f"nope {row}"
    if kind < 0.05:
        return ""
    return f"HTTPS://Example.com:443/p/{random.randrange(ROWS // 3)}?utm_source=x&b=2&a=1#top"


def make_table():
    random.seed(5)
    rows = range(ROWS)
    urls = [make_url(row) for row in rows]
    second = datetime.timedelta(seconds=1)
    columns = {
        "id": (rows, INT64),
        "url": (urls, TEXT),
        "few": ([f"http://E.com/{row % 7}" if row % 11 else None for row in rows], TEXT),
        "byte": ([row % 256 for row in rows], pyarrow.uint8()),
        "unsigned": ([2**64 - 1 - row for row in rows], pyarrow.uint64()),
        "float": ([row / 7 if row % 5 else None for row in rows], pyarrow.float32()),
        "double": ([float("nan") if row % 100 == 0 else row / 3 for row in rows], pyarrow.float64()),
        "truth": ([None if row % 4 == 0 else row % 3 == 0 for row in rows], pyarrow.bool_()),
        "decimal": ([decimal.Decimal(row) / 100 for row in rows], pyarrow.decimal128(20, 2)),
        "date": ([datetime.date(1969, 12, 1) + datetime.timedelta(days=row) for row in rows], pyarrow.date32()),
        "time": ([datetime.time(1, 2, 3, row % 1000) for row in rows], pyarrow.time64("us")),
        "stamp": ([datetime.datetime(1969, 12, 31, 23, 59, 59, 999999) + row * second for row in rows], pyarrow.timestamp("us", tz="UTC")),
        "nanos": ([1_600_000_000_123_456_789 + row for row in rows], pyarrow.timestamp("ns")),
        "bytes": ([bytes([255, row % 256, 0]) for row in rows], pyarrow.binary()),
        "fixed": ([bytes([row % 256] * 4) for row in rows], pyarrow.binary(4)),
        "list": ([None if row % 9 == 0 else list(range(row % 5)) for row in rows], pyarrow.list_(pyarrow.int32())),
        "lists": ([None if row % 9 == 0 else [[f"a{k}" for k in range(j)] for j in range(row % 3)] for row in rows], pyarrow.list_(pyarrow.list_(TEXT))),
        "map": ([[(f"k{row % 3}", row)] if row % 2 else [] for row in rows], pyarrow.map_(TEXT, INT64)),
        "link": (
            [None if row % 13 == 0 else {"href": urls[row], "text": f"t{row}", "deep": {"n": row}} for row in rows],
            pyarrow.struct([("href", TEXT), ("text", TEXT), ("deep", pyarrow.struct([("n", INT64)]))]),
        ),
    }
    table = pyarrow.table({name: pyarrow.array(list(values), kind) for name, (values, kind) in columns.items()})
    return table.append_column("category", pyarrow.array([f"c{row % 3}" for row in rows]).dictionary_encode())


def write_files(table):
    """Files by name; those of other programs than pyarrow may lack columns that the program does not know."""
    write = pyarrow.parquet.write_table
    path = lambda name: os.path.join(FOLDER, f"{name}.parquet")
    for codec in ["none", "snappy", "gzip", "zstd", "brotli"]:
        write(table, path(f"pyarrow-{codec}"), compression=codec, row_group_size=6000)
    write(table, path("pyarrow-pages-v2"), data_page_version="2.0", row_group_size=7000, data_page_size=20_000)
    write(table, path("pyarrow-small-pages"), data_page_size=2000, dictionary_pagesize_limit=3000, write_page_index=True, write_batch_size=100)
    write(table, path("pyarrow-int96"), use_deprecated_int96_timestamps=True, use_dictionary=False, flavor="spark")
    encodings = {"id": "DELTA_BINARY_PACKED", "url": "DELTA_BYTE_ARRAY", "few": "DELTA_LENGTH_BYTE_ARRAY", "double": "BYTE_STREAM_SPLIT"}
    write(table.select(list(encodings)), path("pyarrow-encodings"), use_dictionary=False, column_encoding=encodings)
    write(table.slice(0, 0), path("pyarrow-empty"))
    source = path("pyarrow-none")
    duckdb.execute(f"copy (from '{source}') to '{path('duckdb')}' (format parquet, compression zstd, row_group_size 5000)")
    duckdb.execute(f"copy (from '{source}') to '{path('duckdb-v2')}' (format parquet, parquet_version v2)")
    polars.read_parquet(source).write_parquet(path("polars"), row_group_size=5000)
    plain = table.select(["id", "url", "few", "double", "truth", "stamp"]).to_pandas()
    fastparquet.write(path("fastparquet"), plain, compression="GZIP", row_group_offsets=7000)
    return sorted(name for name in os.listdir(FOLDER) if name.endswith(".parquet"))


def run(*args, stdin=None):
    ran = subprocess.run([*COMMAND, *args], capture_output=True, input=stdin)
    if ran.returncode not in (0, 1):
        raise RuntimeError(f"canonist {' '.join(args)}: {ran.stderr.decode()}")
    return ran.stdout


def normalize(urls):
    """By the text form of the command."""
    places = [place for place, url in enumerate(urls) if url]
    text = "".join(f"{urls[place]}\n" for place in places)
    lines = run("normalize", "-q", stdin=text.encode()).decode().split("\n")
    result = [None] * len(urls)
    for place, line in zip(places, lines):
        result[place] = line or None
    return result


def find_first(urls):
    seen = set()
    return [place for place, url in enumerate(urls) if url and not (url in seen or seen.add(url))]


def read_column(table, path):
    top, *rest = path.split(".")
    return [value and value[rest[0]] if rest else value for value in table[top].to_pylist()]


def strip(table, path):
    """Without the column itself."""
    top, *rest = path.split(".")
    if not rest:
        return table.drop_columns([top])
    values = [value and {name: part for name, part in value.items() if name != rest[0]} for value in table[top].to_pylist()]
    return table.drop_columns([top]).append_column(top, pyarrow.array(values))


def spell(table):
    """NaN is not equal to itself, so texts are compared."""
    return repr({name: table[name].to_pylist() for name in sorted(table.column_names)})


def check(name, column, command, flags):
    file = os.path.join(FOLDER, name)
    before = pyarrow.parquet.read_table(file)
    urls = read_column(before, column)
    clean = normalize(urls)
    rows = find_first(clean) if command == "dedupe" else range(len(urls))
    wanted = before.take(pyarrow.array(list(rows), INT64)) if len(before) else before
    run(command, "--column", column, *flags, "-q", file, "-o", RESULT)
    after = pyarrow.parquet.read_table(RESULT)
    added = [each for each in ("clean", "key", "error") if each in after.column_names]
    kept = after.drop_columns(added)
    faults = []
    if not added and kept.schema.types != before.schema.types:
        faults.append("types")
    if "--into" in flags:
        if spell(kept) != spell(wanted):
            faults.append("other columns")
        if after["clean"].to_pylist() != [clean[row] for row in rows]:
            faults.append("clean")
        if [error is not None for error in after["error"].to_pylist()] != [bool(urls[row]) and clean[row] is None for row in rows]:
            faults.append("error")
    else:
        if spell(strip(kept, column)) != spell(strip(wanted, column)):
            faults.append("other columns")
        if read_column(kept, column) != [clean[row] or urls[row] for row in rows]:
            faults.append(column)
    if len(duckdb.execute(f"from '{RESULT}'").fetchall()) != len(rows):
        faults.append("rows in DuckDB")
    return [f"{name}: {command} --column {column} {' '.join(flags)}: {fault} differ" for fault in faults]


def main():
    faults, checks = [], 0
    for name in write_files(make_table()):
        has_link = "link" in pyarrow.parquet.read_schema(os.path.join(FOLDER, name)).names
        for column in ["url", "link.href"] if has_link else ["url"]:
            for command in ["normalize", "dedupe"]:
                for flags in [[], ["--key"], ["--into", "clean", "--key"]]:
                    faults += check(name, column, command, flags)
                    checks += 1
        print(f"{name}: done", flush=True)
    for fault in faults:
        print(fault)
    print(f"{checks} runs, {len(faults)} differences")
    sys.exit(1 if faults else 0)


main()
