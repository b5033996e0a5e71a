-- One row per page: its URL, the number of links to it, and one of these links as written.
create or replace table pages engine = MergeTree order by page as
select assumeNotNull(key) as page, any(normalized) as url, count() as links, min(normalized.url) as example
from normalized
where isNotNull(key)
group by key;
