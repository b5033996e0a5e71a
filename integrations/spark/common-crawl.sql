-- Does the same as common_crawl.py, in DuckDB. Set index and crawl first:
--   set variable index = 'cc-index/**/*.parquet'; set variable crawl = 'CC-MAIN-2026-42';
copy (
  with fetched as (
    select url, content_digest as contentHash, url_host_name as host
    from read_parquet(getvariable('index'), hive_partitioning = true)
    where crawl = getvariable('crawl') and subset = 'warc' and fetch_status = 200 and content_truncated is null and content_digest is not null
  ),
  repeated as (
    select distinct host from fetched group by host, contentHash having count(distinct url) > 1
  )
  select url, contentHash from fetched semi join repeated using (host) order by url
) to 'crawl.jsonl' (format json);
