-- Every policy. Upload canonist.js to a bucket, and put its address into all three functions.
create or replace function urls.url_normalize(url string, policy string)
returns string
deterministic
language js
options (library = ['gs://YOUR-BUCKET/canonist.js'])
as r"""
return canonist.normalize(url, policy);
""";

create or replace function urls.url_host(url string, policy string)
returns string
deterministic
language js
options (library = ['gs://YOUR-BUCKET/canonist.js'])
as r"""
return canonist.host(url, policy);
""";

create or replace function urls.url_error(url string, policy string)
returns string
deterministic
language js
options (library = ['gs://YOUR-BUCKET/canonist.js'])
as r"""
return canonist.error(url, policy);
""";

-- BigQuery computes the hash.
create or replace function urls.url_key(url string, policy string) as (to_hex(sha256(urls.url_normalize(url, policy))));
create or replace function urls.url_same(a string, b string, policy string) as (urls.url_normalize(a, policy) = urls.url_normalize(b, policy));
