-- One set of tables for hosts, whoever sends them requests: the clocks and robots.txt files that the frontier kept, and the pauses
-- that link health kept. breaking: yes

alter table frontier_clock rename to shared_clock;
alter table frontier_tokens rename to lease_tokens;
alter table frontier_robots rename to host_robots;
alter table frontier_hosts rename to host_clocks;

drop index frontier_hosts_ready;
drop index frontier_hosts_urgent;
drop index frontier_hosts_aside;
drop index frontier_hosts_spreads;
create index host_clocks_ready on host_clocks (ready_at);
create index host_clocks_urgent on host_clocks (ready_at) where urgent = 1;
create index host_clocks_aside on host_clocks (host_id) where (is_down = 1 or is_paused = 1);
create index host_clocks_spreads on host_clocks (host_id) where spreads is not null;
create index host_robots_host on host_robots (host_id);

-- The least time between two requests that a person has set for the host; null: that of the processes.
alter table host_clocks add column delay_ms integer;

-- Pauses that are not over hold for every process from now on.
insert into host_clocks (host_id, allowed_at, ready_at, reason)
  select host_id, paused_until, 8640000000000000, case pause_reason when 'asked' then 'retry_after' else 'host_circuit_open' end
  from host_health where paused_until > unixepoch('now') * 1000
  on conflict (host_id) do update set
    allowed_at = max(host_clocks.allowed_at, excluded.allowed_at),
    ready_at = max(host_clocks.ready_at, excluded.allowed_at),
    reason = coalesce(host_clocks.reason, excluded.reason)
  where host_clocks.held_by is null;

create table host_checks (
  host_id integer primary key references hosts (id),
  -- Which process is checking the pages of the host: no page is checked by two. It says nothing about requests.
  claimed_by text,
  claimed_until integer not null default 0,
  -- How the host answers for a page that never existed.
  probe text
) strict;

insert into host_checks (host_id, claimed_by, claimed_until, probe)
  select host_id, claimed_by, claimed_until, probe from host_health;
drop table host_health;
