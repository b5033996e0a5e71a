-- Long work that a server does, files that were uploaded for it, and what listeners are told. breaking: no, an older version does
-- not look at these tables.

create table service_runs (
  id integer primary key,
  kind text not null,
  -- JSON.
  options text not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'interrupted')),
  started_by text not null,
  -- JSON: how much is done, of how much, and of what.
  progress text not null,
  -- JSON.
  result text,
  -- JSON: code, message and fix.
  error text,
  -- The process that works on it.
  owner text,
  -- When that process last said so.
  seen_at integer,
  cancel_wanted integer not null default 0,
  -- How often it was taken up.
  attempts integer not null default 0,
  created_at integer not null,
  started_at integer,
  ended_at integer
) strict;

create index service_runs_kind on service_runs (kind);
create index service_runs_state on service_runs (state);
create index service_runs_active on service_runs (seen_at) where state in ('queued', 'running');

create table service_run_log (
  run_id integer not null references service_runs (id) on delete cascade,
  line integer not null,
  at integer not null,
  level text not null check (level in ('info', 'warning', 'error')),
  message text not null,
  primary key (run_id, line)
) strict, without rowid;

-- What a run found, item by item, where that is too much for one answer.
create table service_run_items (
  run_id integer not null references service_runs (id) on delete cascade,
  line integer not null,
  item text not null,
  primary key (run_id, line)
) strict, without rowid;

create table uploads (
  id integer primary key,
  name text not null,
  bytes integer not null,
  -- 0 while it is being received.
  is_complete integer not null default 0,
  uploaded_by text not null,
  created_at integer not null
) strict;

create table upload_chunks (
  upload_id integer not null references uploads (id) on delete cascade,
  chunk integer not null,
  bytes blob not null,
  primary key (upload_id, chunk)
) strict;

create table events (
  id integer primary key,
  type text not null,
  data text not null,
  at integer not null
) strict;

-- One row. Whoever adds an event takes its number here and holds the row until the commit, so numbers become visible in order.
create table event_clock (
  id integer primary key check (id = 1),
  last_event integer not null,
  -- JSON: what the newest event about counts says.
  last_counts text not null,
  -- JSON: the newest reviews that events told of, by id. A list, because a review may become visible after one with a higher id.
  told_reviews text not null
) strict;

insert into event_clock (id, last_event, last_counts, told_reviews)
select 1, 0, '', '[' || coalesce(max(id), 0) || ']' from reviews;
