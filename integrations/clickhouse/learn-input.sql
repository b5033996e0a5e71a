-- Input for `canonist learn`: every fetched URL of hosts on which several URLs have the same content. Rules cannot be learned from other hosts.
insert into function file('crawl.jsonl', JSONEachRow)
with fetched as (
  select assumeNotNull(url) as url, content_hash, domain(url) as host
  from crawl
  where status = 200 and isNotNull(content_hash) and isNull(url_error(url))
)
select url, content_hash as contentHash
from fetched
where host in (select host from fetched group by host, content_hash having uniqExact(url) > 1)
order by host, url;
