-- Every policy, in two functions below 100 kB each. Snowflake passes arguments by their upper-case names, and NULL as undefined.
create or replace function url_normalize(url varchar, policy varchar)
returns varchar
language javascript
immutable
as $$
// script: full
return canonist.normalize(URL, POLICY);
$$;

create or replace function url_error(url varchar, policy varchar)
returns varchar
language javascript
immutable
as $$
// script: full
return canonist.error(URL, POLICY);
$$;

-- Without a policy argument: dedupe.
create or replace function url_normalize(url varchar) returns varchar immutable as $$ url_normalize(url, 'dedupe') $$;
create or replace function url_error(url varchar) returns varchar immutable as $$ url_error(url, 'dedupe') $$;

-- Snowflake computes the hash.
create or replace function url_key(url varchar, policy varchar) returns varchar immutable as $$ sha2(url_normalize(url, policy), 256) $$;
create or replace function url_key(url varchar) returns varchar immutable as $$ url_key(url, 'dedupe') $$;
create or replace function url_host(url varchar, policy varchar) returns varchar immutable
as $$ regexp_substr(url_normalize(url, policy), '^https?://([^/?#@]*@)?(\\[[^]]*\\]|[^/?#:]*)', 1, 1, 'e', 2) $$;
create or replace function url_same(a varchar, b varchar, policy varchar) returns boolean immutable
as $$ url_normalize(a, policy) = url_normalize(b, policy) $$;
