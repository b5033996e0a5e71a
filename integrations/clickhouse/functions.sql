-- Functions derived from url_normalize (functions.xml). ClickHouse computes the hash itself, on all cores.
create or replace function url_key as (url) -> lower(hex(SHA256(url_normalize(url))));
create or replace function url_host as (url) -> extract(url_normalize(url), '^https?://(?:[^/?#@]*@)?(\\[[^\\]]*\\]|[^/?#:]*)');
create or replace function url_same as (a, b) -> url_normalize(a) = url_normalize(b);
