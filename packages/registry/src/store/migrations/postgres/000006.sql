-- The frontier: tells a URL that kills its workers from those that were leased beside it. breaking: no

-- 1: two workers that had it were lost. It is handed out alone, never together with other URLs.
alter table frontier_urls add column is_suspect bigint not null default 0;

create index frontier_urls_suspect on frontier_urls (due_at) where is_suspect = 1;

-- Leases of one cohort are lost together when their worker dies. It is the token of the claim that the worker made when it
-- last had nothing else under way.
alter table frontier_hosts add column cohort bigint;

-- Leases that expired, of URLs that had no result since. A URL is to blame for certain where it is the only one of its cohort.
-- Bounded: a URL has at most seven rows, and none after its next result.
create table frontier_expiries (
  cohort bigint not null,
  page_id bigint not null,
  primary key (cohort, page_id)
);

create index frontier_expiries_page on frontier_expiries (page_id);
