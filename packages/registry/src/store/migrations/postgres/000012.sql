-- Lists in parts, each read from an index, and counts that are kept beside the rows. breaking: yes, an older version would not
-- keep the counts.

-- The verdict of the last check, as in page_health: here, so that pages can be listed by it.
alter table pages add column verdict text collate "C";

update pages set verdict = s.verdict from page_health s where s.page_id = pages.id and s.verdict is not null;

-- Lists show pages that stand for themselves.
create index pages_by_type on pages (link_type, id) where merged_into is null;
create index pages_of_host on pages (host_id, link_type, substr(canonical_url, 1, 600), id) where merged_into is null;
create index pages_by_verdict on pages (verdict, link_type, id) where verdict is not null and merged_into is null;
create index pages_of_host_by_verdict on pages (host_id, verdict, link_type, substr(canonical_url, 1, 600), id)
  where verdict is not null and merged_into is null;

drop index pages_merged_into;
create index pages_merged_into on pages (merged_into, id) where merged_into is not null;

create index rejected_by_code on rejected (code, first_seen, raw_hash);
create index reviews_kind on reviews (kind, state, id);
create index admissions_by_decision on admissions (decision, id) where in_force = 1;
create index runs_kind on runs (kind, id);

drop index frontier_urls_reason;
create index frontier_urls_reason on frontier_urls (reason, state, page_id) where reason is not null;
create index frontier_urls_state on frontier_urls (state, page_id);
create index frontier_urls_host on frontier_urls (host_id, state, page_id);
create index frontier_urls_host_reason on frontier_urls (host_id, reason, state, page_id) where reason is not null;
-- Leased URLs are found by their hosts: a lease changes no index of its URL.
create index host_clocks_held on host_clocks (host_id) where held_by is not null;

-- How many there are; the sum over all slots. Host 0 stands for all hosts together.
create table counts (
  host_id bigint not null,
  subject text collate "C" not null,
  name text collate "C" not null,
  slot bigint not null,
  count bigint not null,
  primary key (host_id, subject, name, slot)
-- Room for the changes of a count, which then stay in their block and touch no index.
) with (fillfactor = 70);

insert into counts
select host_id, 'pages', link_type, 0, count(*) from pages where merged_into is null group by host_id, link_type;
insert into counts
select host_id, 'verdicts', verdict, 0, count(*) from pages where merged_into is null and verdict is not null
group by host_id, verdict;
insert into counts select host_id, 'frontier', state || ' ' || coalesce(reason, ''), 0, count(*) from frontier_urls
group by host_id, state || ' ' || coalesce(reason, '');
insert into counts select 0, subject, name, 0, sum(count) from counts where subject in ('pages', 'verdicts') group by subject, name;
insert into counts select 0, 'aliases', '', 0, count(*) from aliases having count(*) > 0;
insert into counts select 0, 'rejected', code, 0, count(*) from rejected group by code;
insert into counts select 0, 'reviews', state || ' ' || kind, 0, count(*) from reviews group by state || ' ' || kind;
insert into counts select 0, 'admissions', decision, 0, count(*) from admissions where in_force = 1 group by decision;
