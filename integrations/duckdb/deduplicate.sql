-- One row per page: its URL, the number of links to it, and one of these links as written.
create or replace table pages as
select normalized as url, key, count(*) as links, any_value(url) as example
from normalized
where key is not null
group by normalized, key
order by links desc, normalized;
