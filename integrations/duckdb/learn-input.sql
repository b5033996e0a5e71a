-- Input for `canonist learn`: a crawl log with one row per fetched URL. Rules can be learned only from hosts on which several URLs have
-- the same content, so all other hosts, which are most of a crawl, are left out.
copy (
  with fetched as (
    select url, content_hash, url_host(url, 'rfc3986') as host
    from crawl
    where status = 200 and content_hash is not null and url_error(url) is null
  ),
  -- Counts URLs as fetched, not their keys: `learn` compares spellings that a policy may already consider the same.
  repeated as (
    select distinct host from fetched group by host, content_hash having count(distinct url) > 1
  )
  select url, content_hash as contentHash from fetched semi join repeated using (host)
  order by host, url
) to 'crawl.jsonl' (format json);
