-- One row per link, with its normalized URL and key, or NULL and the reason if it is invalid.
-- The input may be any table or file: links.csv, links.parquet, 'logs/*.json.gz'.
create or replace table normalized as
select url, url_normalize(url) as normalized, url_key(url) as key, url_error(url) as error
from links;
