-- The frontier: tells a URL that kills its workers from those that were leased beside it. breaking: no

-- 1: two workers that had it were lost. It is handed out alone, never together with other URLs.
alter table frontier_urls add column is_suspect integer not null default 0;

create index frontier_urls_suspect on frontier_urls (due_at) where is_suspect = 1;

-- Leases of one cohort are lost together when their worker dies. It is the token of the claim that the worker made when it
-- last had nothing else under way.
alter table frontier_hosts add column cohort integer;

-- Leases that expired, of URLs that had no result since. A URL is to blame for certain where it is the only one of its cohort.
-- Bounded: a URL has at most seven rows, and none after its next result.
create table frontier_expiries (
  cohort integer not null,
  page_id integer not null,
  primary key (cohort, page_id)
) strict, without rowid;

create index frontier_expiries_page on frontier_expiries (page_id);
