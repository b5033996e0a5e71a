-- Policy dedupe in one function below 32 kB that needs no file. Internationalized host names give NULL; use create-functions.sql if you have any.
create or replace function urls.url_normalize(url string)
returns string
deterministic
language js
as r"""
// script: inline
return url === null ? null : canonist.normalize(url);
""";

-- BigQuery computes the hash.
create or replace function urls.url_key(url string) as (to_hex(sha256(urls.url_normalize(url))));
create or replace function urls.url_same(a string, b string) as (urls.url_normalize(a) = urls.url_normalize(b));
