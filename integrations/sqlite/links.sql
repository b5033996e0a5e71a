-- Links with their keys. SQLite computes a key when a row is written, and the index finds all spellings of a page.
create table links (
  url text not null,
  key text generated always as (url_key(url)) stored
);
create index links_by_key on links (key);

-- One row per page.
create view pages as
select url_normalize(min(url)) as url, key, count(*) as links
from links where key is not null
group by key order by links desc, url;

-- Invalid links, with the reason.
create view invalid_links as
select url, url_error(url) as error from links where key is null;
