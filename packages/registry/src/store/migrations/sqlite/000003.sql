-- Link health: what was seen of pages, what is held of them because of it, and when to look again. Times are milliseconds
-- since 1970. breaking: no

create table page_health (
  page_id integer primary key references pages (id) on delete cascade,
  -- How often to look: set by hand; null where the policy says it.
  priority text check (priority in ('P0', 'P1', 'P2')),
  -- The verdict in force, since when, and the whole judgement; null before the first look. All of it follows from the
  -- observations.
  verdict text,
  since integer,
  judgement text,
  checked_at integer,
  due_at integer not null
) strict;

create index page_health_due on page_health (due_at);

-- What was seen. Only added to; what no judgement needs any more is forgotten.
create table observations (
  page_id integer not null references pages (id) on delete cascade,
  at integer not null,
  seen text not null,
  primary key (page_id, at)
) strict, without rowid;

create table host_health (
  host_id integer primary key references hosts (id),
  -- Who is looking at the pages of the host: one process at a time, so that the host is not asked twice as fast.
  claimed_by text,
  claimed_until integer not null default 0,
  -- Until when the host is left alone, and why.
  paused_until integer not null default 0,
  pause_reason text,
  -- How it answers for a page that never existed.
  probe text
) strict;
