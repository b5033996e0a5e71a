-- The frontier: when which page is fetched again, and when which host may be asked. Times are milliseconds since 1970.
-- breaking: no

-- SQLite has no clock of its own: the latest time that any process has seen, below which none goes back.
create table frontier_clock (
  latest integer not null,
  -- How far it goes before the system's, since that was set back.
  ahead integer not null default 0,
  -- What the time is held to be, for tests; null where the clock runs.
  set_to integer,
  -- The longest pause between two requests to a host that any worker wants, and when one last said so.
  pause_ms integer not null default 0,
  pause_said_at integer not null default 0,
  -- Since when it is longer than what others went by before.
  pause_since integer not null default 0,
  -- 1 where a URL of that priority was ever queued: most never are, and then nobody looks for them.
  has_low integer not null default 0,
  has_high integer not null default 0
) strict;

insert into frontier_clock (latest, set_to) values (0, null);

-- The last token that was given out; PostgreSQL has a sequence for it.
create table frontier_tokens (
  id integer primary key
) strict;

insert into frontier_tokens (id) values (0);

create table frontier_hosts (
  host_id integer primary key references hosts (id),
  -- Not before then, out of politeness.
  allowed_at integer not null,
  -- When it is worth a look: it is allowed then, and something is due; or its lease has run out.
  ready_at integer not null,
  -- 1 where something of high priority waits.
  urgent integer not null default 0,
  -- The token of who may ask it at present, until when, how many URLs they have, and who they are.
  held_by integer,
  held_until integer,
  inflight integer not null default 0,
  worker text,
  -- What robots.txt asks for.
  robots_delay_ms integer,
  -- How often it had to be left alone, each time twice as long; forgiven after some quiet behind backoff_until.
  backoff_level integer not null default 0,
  backoff_until integer,
  -- How often in a row it asked to be left alone.
  quiet_wishes integer not null default 0,
  -- Failed probes in a row, since when, and why.
  failures integer not null default 0,
  failing_since integer,
  reason text,
  is_down integer not null default 0,
  is_paused integer not null default 0,
  -- What is still to be passed on to its URLs: that they wait (retry), or that they have died with it (dead).
  spreads text check (spreads in ('retry', 'dead'))
) strict;

create index frontier_hosts_ready on frontier_hosts (ready_at);
create index frontier_hosts_urgent on frontier_hosts (ready_at) where urgent = 1;
create index frontier_hosts_aside on frontier_hosts (host_id) where (is_down = 1 or is_paused = 1);
create index frontier_hosts_spreads on frontier_hosts (host_id) where spreads is not null;

-- A page that is to be fetched. Without a foreign key: taking back a rekey removes pages, and the frontier notices by itself.
create table frontier_urls (
  page_id integer primary key,
  -- Whom the fetch URL asks, which need not be the host of the canonical URL.
  host_id integer not null references hosts (id),
  -- What it is when it is not leased; leased it is while it has a token.
  state text not null check (state in ('pending', 'fetched', 'retry', 'dead', 'excluded')),
  reason text,
  detail text,
  http_status integer,
  -- 0 low, 1 normal, 2 high.
  priority integer not null,
  -- Null where it is not to be fetched again. It stays while the URL is leased, so that a lease touches no index.
  due_at integer,
  attempts integer not null default 0,
  claims integer not null default 0,
  lease_token integer,
  depth integer not null default 0,
  final_url text,
  -- The redirects that led to what is to be requested now, as JSON; null where a visit begins with the fetch URL.
  trail text,
  -- Validators of the fetch URL.
  etag text,
  last_modified text,
  fetches integer not null default 0,
  changes integer not null default 0,
  interval_ms integer,
  added_at integer not null,
  fetched_at integer,
  changed_at integer
) strict;

create index frontier_urls_due on frontier_urls (host_id, priority, due_at, page_id) where due_at is not null;
create index frontier_urls_reason on frontier_urls (reason, page_id) where reason is not null;

-- How many URLs are in which state, and why; the sum over all slots. Each process has its slot, so that none waits for another.
create table frontier_counts (
  slot integer not null,
  state text not null,
  reason text not null,
  urls integer not null,
  primary key (slot, state, reason)
) strict, without rowid;

create table frontier_robots (
  -- Scheme, host and port: http and https may say different things.
  origin text primary key,
  host_id integer not null references hosts (id),
  status integer,
  body text,
  crawl_delay_ms integer,
  fetched_at integer not null,
  expires_at integer not null
) strict, without rowid;

-- Who was first with which content, where workers are to note copies.
create table frontier_contents (
  content_hash blob primary key,
  page_id integer not null,
  noted_at integer not null
) strict;

-- What befell a URL other than being fetched as planned.
create table frontier_log (
  id integer primary key,
  page_id integer not null,
  at integer not null,
  event text not null,
  reason text,
  http_status integer,
  detail text
) strict;

create index frontier_log_page on frontier_log (page_id, id);
