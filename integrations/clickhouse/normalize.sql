-- One row per link, with its normalized URL and key, or NULL and the reason if it is invalid. Only invalid rows are passed to url_error.
create or replace table normalized engine = MergeTree order by tuple() as
with url_normalize(url) as result
select
  url,
  result as normalized,
  lower(hex(SHA256(result))) as key,
  if(isNull(result), url_error(if(isNull(result), url, null)), null) as error
from links;
