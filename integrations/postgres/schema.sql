-- Links as received, and their normalized URLs. PostgreSQL computes the key from the normalized URL. It is ASCII, so a cast to bytea keeps its bytes;
-- backslashes are doubled because the cast reads them as escapes.
create table links (
  id bigint generated always as identity primary key,
  url text
);

create table normalized (
  id bigint primary key references links on delete cascade,
  url text,
  error text,
  key text generated always as (encode(sha256(replace(url, '\', '\\')::bytea), 'hex')) stored
);
create index normalized_by_key on normalized (key);

-- One row per page.
create view pages as
select key, min(url) as url, count(*) as links from normalized where key is not null group by key;
