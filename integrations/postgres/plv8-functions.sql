-- Every policy, inside PostgreSQL with the extension plv8. The script runs once for each session and user.
create extension if not exists plv8;

create or replace function url_normalize(url text, policy text default 'dedupe') returns text
language plv8 immutable parallel safe as $canonist$
// script: full
return canonist.normalize(url, policy);
$canonist$;

create or replace function url_error(url text, policy text default 'dedupe') returns text
language plv8 immutable parallel safe as $canonist$
// script: full
return canonist.error(url, policy);
$canonist$;

-- PostgreSQL computes the hash.
create or replace function url_key(url text, policy text default 'dedupe') returns text
language sql immutable parallel safe as $$ select encode(sha256(convert_to(url_normalize(url, policy), 'UTF8')), 'hex') $$;

create or replace function url_host(url text, policy text default 'dedupe') returns text
language sql immutable parallel safe as $$ select (regexp_match(url_normalize(url, policy), '^https?://(?:[^/?#@]*@)?(\[[^]]*\]|[^/?#:]*)'))[1] $$;

create or replace function url_same(a text, b text, policy text default 'dedupe') returns boolean
language sql immutable parallel safe as $$ select url_normalize(a, policy) = url_normalize(b, policy) $$;
