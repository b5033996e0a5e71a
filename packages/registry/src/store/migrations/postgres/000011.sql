-- One set of tables for hosts, whoever sends them requests: the clocks and robots.txt files that the frontier kept, and the pauses
-- that link health kept. breaking: yes

alter table frontier_clock rename to shared_clock;

alter table frontier_tokens rename to lease_tokens;
alter table lease_tokens rename constraint frontier_tokens_pkey to lease_tokens_pkey;
alter sequence frontier_tokens_id_seq rename to lease_tokens_id_seq;

alter table frontier_robots rename to host_robots;
alter table host_robots rename constraint frontier_robots_pkey to host_robots_pkey;
alter table host_robots rename constraint frontier_robots_host_id_fkey to host_robots_host_id_fkey;
create index host_robots_host on host_robots (host_id);

alter table frontier_hosts rename to host_clocks;
alter table host_clocks rename constraint frontier_hosts_pkey to host_clocks_pkey;
alter table host_clocks rename constraint frontier_hosts_host_id_fkey to host_clocks_host_id_fkey;
alter table host_clocks rename constraint frontier_hosts_spreads_check to host_clocks_spreads_check;
alter index frontier_hosts_ready rename to host_clocks_ready;
alter index frontier_hosts_urgent rename to host_clocks_urgent;
alter index frontier_hosts_aside rename to host_clocks_aside;
alter index frontier_hosts_spreads rename to host_clocks_spreads;

-- The least time between two requests that a person has set for the host; null: that of the processes.
alter table host_clocks add column delay_ms bigint;

-- Pauses that are not over hold for every process from now on.
insert into host_clocks (host_id, allowed_at, ready_at, reason)
  select host_id, paused_until, 8640000000000000, case pause_reason when 'asked' then 'retry_after' else 'host_circuit_open' end
  from host_health where paused_until > extract(epoch from now()) * 1000
  on conflict (host_id) do update set
    allowed_at = greatest(host_clocks.allowed_at, excluded.allowed_at),
    ready_at = greatest(host_clocks.ready_at, excluded.allowed_at),
    reason = coalesce(host_clocks.reason, excluded.reason)
  where host_clocks.held_by is null;

create table host_checks (
  host_id bigint primary key references hosts (id),
  -- Which process is checking the pages of the host: no page is checked by two. It says nothing about requests.
  claimed_by text collate "C",
  claimed_until bigint not null default 0,
  -- How the host answers for a page that never existed.
  probe text collate "C"
);

insert into host_checks (host_id, claimed_by, claimed_until, probe)
  select host_id, claimed_by, claimed_until, probe from host_health;
drop table host_health;
