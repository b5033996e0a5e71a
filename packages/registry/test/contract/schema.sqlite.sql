CREATE TABLE admission_policies (
  -- As admissions.policy_version has it.
  version text primary key,
  name text not null,
  spec text not null,
  added_at integer not null
) strict, without rowid;

CREATE TABLE admissions (
  id integer primary key,
  original_hash blob not null check (length(original_hash) = 16),
  original text not null,
  decision text not null check (decision in ('accept', 'review', 'reject', 'pending')),
  reason text,
  -- Null if the URL must not be stored.
  canonical text,
  canonical_hash blob check (canonical_hash is null or length(canonical_hash) = 16),
  -- Of the dedupe key; null without a canonical URL.
  dedupe_hash blob check (dedupe_hash is null or length(dedupe_hash) = 16),
  -- A URL is stored only if a policy has admitted it.
  policy_version text not null check (policy_version <> ''),
  -- 0 if no request was sent, or none was answered.
  is_answered integer not null check (is_answered in (0, 1)),
  -- JSON: the admission itself.
  record text not null,
  first_seen integer not null,
  last_seen integer not null,
  count integer not null,
  in_force integer not null check (in_force in (0, 1)),
  constraint admissions_canonical_if_stored check ((canonical is null) = (decision in ('reject', 'pending')))
) strict;

CREATE INDEX admissions_by_decision on admissions (decision) where in_force = 1;

CREATE INDEX admissions_canonical on admissions (canonical_hash) where canonical_hash is not null;

CREATE INDEX admissions_dedupe on admissions (dedupe_hash) where in_force = 1;

CREATE UNIQUE INDEX admissions_in_force on admissions (original_hash) where in_force = 1;

CREATE INDEX admissions_newest on admissions (last_seen, id) where in_force = 1;

CREATE INDEX admissions_original on admissions (original_hash, id);

CREATE TABLE aliases (
  page_id integer not null references pages (id),
  raw_hash blob not null check (length(raw_hash) = 16),
  raw_url text not null,
  evidence text not null,
  fragment text,
  -- The key of the alias itself, if a redirect or equal content led from it to a page with another key.
  own_key blob check (own_key is null or length(own_key) = 16),
  first_seen integer not null,
  last_seen integer not null,
  count integer not null,
  primary key (page_id, raw_hash)
) strict, without rowid;

CREATE INDEX aliases_newest on aliases (page_id, last_seen) where last_seen >= 0;

CREATE INDEX aliases_own_key on aliases (own_key) where own_key is not null;

CREATE TABLE count_samples (
  -- How long the span is that the sample stands for.
  step text not null check (step in ('minute', 'hour', 'day')),
  -- When that span starts.
  at integer not null,
  -- JSON: all counts at the last look within the span.
  counts text not null,
  primary key (step, at)
) strict, without rowid;

CREATE TABLE counts (
  host_id integer not null,
  subject text not null,
  name text not null,
  slot integer not null,
  count integer not null,
  primary key (host_id, subject, name, slot)
) strict, without rowid;

CREATE TABLE event_clock (
  id integer primary key check (id = 1),
  last_event integer not null,
  -- JSON: what the newest event about counts says.
  last_counts text not null,
  -- JSON: the ids of the newest reviews that events have reported. A list, because a review may become visible after one with a higher id.
  told_reviews text not null
) strict;

CREATE TABLE events (
  id integer primary key,
  type text not null,
  data text not null,
  at integer not null
) strict;

CREATE TABLE frontier_contents (
  content_hash blob primary key,
  page_id integer not null,
  noted_at integer not null
) strict;

CREATE TABLE frontier_counts (
  slot integer not null,
  state text not null,
  reason text not null,
  urls integer not null,
  primary key (slot, state, reason)
) strict, without rowid;

CREATE TABLE frontier_expiries (
  cohort integer not null,
  page_id integer not null,
  primary key (cohort, page_id)
) strict, without rowid;

CREATE INDEX frontier_expiries_page on frontier_expiries (page_id);

CREATE TABLE frontier_log (
  id integer primary key,
  page_id integer not null,
  at integer not null,
  event text not null,
  reason text,
  http_status integer,
  detail text
) strict;

CREATE INDEX frontier_log_page on frontier_log (page_id, id);

CREATE TABLE frontier_urls (
  page_id integer primary key,
  -- The host of the fetch URL, which may differ from that of the canonical URL.
  host_id integer not null references hosts (id),
  -- The state apart from a lease. A URL is leased while it has a token.
  state text not null check (state in ('pending', 'fetched', 'retry', 'dead', 'excluded')),
  reason text,
  detail text,
  http_status integer,
  -- 0 low, 1 normal, 2 high.
  priority integer not null,
  -- Null if it is not fetched again. A lease leaves it as it is, so that it changes no index.
  due_at integer,
  attempts integer not null default 0,
  claims integer not null default 0,
  lease_token integer,
  depth integer not null default 0,
  final_url text,
  -- JSON: the redirects that led to the URL to request now; null if a visit starts with the fetch URL.
  trail text,
  -- Validators of the fetch URL.
  etag text,
  last_modified text,
  fetches integer not null default 0,
  changes integer not null default 0,
  interval_ms integer,
  added_at integer not null,
  fetched_at integer,
  changed_at integer,
  -- 1: two workers that had it were lost. It is claimed alone from then on, so that no other URL is blamed for it, or it for another.
  is_suspect integer not null default 0
) strict;

CREATE INDEX frontier_urls_due on frontier_urls (host_id, priority, due_at, page_id, is_suspect) where due_at is not null;

CREATE INDEX frontier_urls_host on frontier_urls (host_id, state);

CREATE INDEX frontier_urls_host_reason on frontier_urls (host_id, reason, state) where reason is not null;

CREATE INDEX frontier_urls_leased on frontier_urls (page_id) where lease_token is not null;

CREATE INDEX frontier_urls_reason on frontier_urls (reason, state) where reason is not null;

CREATE INDEX frontier_urls_state on frontier_urls (state);

CREATE INDEX frontier_urls_suspect on frontier_urls (due_at) where is_suspect = 1;

CREATE TABLE host_checks (
  host_id integer primary key references hosts (id),
  -- The process that is checking the pages of the host, so that no page is checked by two. It says nothing about requests.
  claimed_by text,
  claimed_until integer not null default 0,
  -- How the host responds to a request for a page that never existed.
  probe text
) strict;

CREATE TABLE host_clocks (
  host_id integer primary key references hosts (id),
  -- Politeness: no request before this time.
  allowed_at integer not null,
  -- When a claim should look at the host: a request is allowed then and a URL is due, or its lease has expired.
  ready_at integer not null,
  -- 1 if a URL of high priority waits.
  urgent integer not null default 0,
  -- The token that alone may send requests to the host, until when, for how many URLs, and whose it is.
  held_by integer,
  held_until integer,
  inflight integer not null default 0,
  worker text,
  -- The delay in robots.txt.
  robots_delay_ms integer,
  -- How often the host had to be left alone, each time for twice as long. Forgiven after a quiet time behind backoff_until.
  backoff_level integer not null default 0,
  backoff_until integer,
  -- How often in a row the host asked for a pause.
  quiet_wishes integer not null default 0,
  -- How many requests in a row have failed, since when, and why.
  failures integer not null default 0,
  failing_since integer,
  reason text,
  is_down integer not null default 0,
  is_paused integer not null default 0,
  -- What its URLs have not been told yet: that they wait (retry), or that they are dead with their host (dead).
  spreads text check (spreads in ('retry', 'dead')),
  -- The leases of one cohort are lost together when their worker dies. It is the token of the claim that the worker made when it last had
  -- no other URL.
  cohort integer,
  -- When a pause ends; null: when a person resumes the host.
  paused_until integer,
  -- The least time between two requests, if a person has set one for the host; null: that of the processes.
  delay_ms integer
) strict;

CREATE INDEX host_clocks_aside on host_clocks (host_id) where (is_down = 1 or is_paused = 1);

CREATE INDEX host_clocks_down on host_clocks (host_id) where is_down = 1;

CREATE INDEX host_clocks_paused on host_clocks (host_id) where is_paused = 1;

CREATE INDEX host_clocks_ready on host_clocks (ready_at);

CREATE INDEX host_clocks_spreads on host_clocks (host_id) where spreads is not null;

CREATE INDEX host_clocks_urgent on host_clocks (ready_at) where urgent = 1;

CREATE TABLE host_facts (
  host_id integer not null references hosts (id),
  fact text not null,
  source text not null,
  -- Null if Canonist looked for it and found nothing.
  value text,
  observed_at integer not null,
  -- JSON: the redirects that prove it.
  chain text not null default '[]',
  primary key (host_id, fact, source)
) strict, without rowid;

CREATE TABLE host_robots (
  -- Scheme, host and port: each origin has a file of its own.
  origin text primary key,
  host_id integer not null references hosts (id),
  status integer,
  body text,
  crawl_delay_ms integer,
  fetched_at integer not null,
  expires_at integer not null
) strict, without rowid;

CREATE INDEX host_robots_host on host_robots (host_id);

CREATE TABLE hosts (
  id integer primary key,
  host text not null unique
) strict;

CREATE TABLE lease_tokens (
  id integer primary key
) strict;

CREATE TABLE migrations (
  version integer primary key,
  checksum text not null
) strict;

CREATE TABLE observations (
  page_id integer not null references pages (id) on delete cascade,
  at integer not null,
  seen text not null,
  primary key (page_id, at)
) strict, without rowid;

CREATE TABLE page_health (
  page_id integer primary key references pages (id) on delete cascade,
  -- How often the page is checked, if a person has set it; null: the policy decides.
  priority text check (priority in ('P0', 'P1', 'P2')),
  -- The verdict, since when it holds, and the whole judgement; null before the first check. All of it follows from the observations.
  verdict text,
  since integer,
  judgement text,
  checked_at integer,
  due_at integer not null
) strict;

CREATE INDEX page_health_due on page_health (due_at);

CREATE TABLE pages (
  id integer primary key,
  policy_id integer not null references policies (id),
  key blob not null check (length(key) = 16),
  canonical_url text not null,
  -- The URL to request. A lossy rule never makes it.
  fetch_url text not null,
  host_id integer not null references hosts (id),
  link_type text not null,
  content_hash blob,
  simhash text,
  first_seen integer not null,
  last_seen integer not null,
  -- The page that this one turned out to be; null if it stands for itself.
  merged_into integer references pages (id),
  -- That of page_health, copied, so that an index can find pages by host, type and verdict.
  verdict text,
  unique (policy_id, key)
) strict;

CREATE INDEX pages_by_type on pages (link_type) where merged_into is null;

CREATE INDEX pages_by_verdict on pages (verdict, link_type) where verdict is not null and merged_into is null;

CREATE INDEX pages_host on pages (host_id, id);

CREATE INDEX pages_merged_into on pages (merged_into) where merged_into is not null;

CREATE INDEX pages_of_host on pages (host_id, link_type, substr(canonical_url, 1, 600)) where merged_into is null;

CREATE INDEX pages_of_host_by_verdict on pages (host_id, verdict, link_type, substr(canonical_url, 1, 600))
  where verdict is not null and merged_into is null;

CREATE TABLE policies (
  id integer primary key,
  -- Keys mean nothing without the policy that made them.
  fingerprint text not null unique,
  name text not null,
  spec text not null,
  added_at integer not null,
  -- 1 for the one policy that makes the keys of new pages.
  in_force integer not null default 0 check (in_force in (0, 1)),
  -- 1 while a rekey moves the pages to this policy. Until it is done, a page has its key from this policy or from the one before.
  arriving integer not null default 0 check (arriving in (0, 1))
) strict;

CREATE UNIQUE INDEX policies_arriving on policies (arriving) where arriving = 1;

CREATE UNIQUE INDEX policies_in_force on policies (in_force) where in_force = 1;

CREATE TABLE rejected (
  raw_hash blob primary key check (length(raw_hash) = 16),
  -- Bytes: a line may be rejected because it is not text.
  raw blob not null,
  code text not null,
  message text not null,
  first_seen integer not null,
  last_seen integer not null,
  count integer not null
) strict, without rowid;

CREATE INDEX rejected_by_code on rejected (code, first_seen, raw_hash);

CREATE INDEX rejected_last_seen on rejected (last_seen, raw_hash);

CREATE TABLE rekey_aliases (
  run_id integer not null references runs (id),
  page_id integer not null,
  raw_hash blob not null,
  moved_to integer not null,
  evidence text not null,
  own_key blob,
  first_seen integer not null,
  last_seen integer not null,
  count integer not null,
  primary key (run_id, page_id, raw_hash)
) strict, without rowid;

CREATE TABLE rekey_pages (
  run_id integer not null references runs (id),
  page_id integer not null,
  policy_id integer,
  key blob,
  canonical_url text,
  host_id integer,
  link_type text,
  first_seen integer,
  last_seen integer,
  merged_into integer,
  primary key (run_id, page_id)
) strict, without rowid;

CREATE TABLE review_inputs (
  review_id integer not null references reviews (id),
  input_hash blob not null check (length(input_hash) = 16),
  primary key (review_id, input_hash)
) strict, without rowid;

CREATE INDEX review_inputs_input on review_inputs (input_hash);

CREATE TABLE reviews (
  id integer primary key,
  kind text not null,
  subject text not null,
  detail text not null,
  count integer not null,
  -- over: the cause is gone, and nobody has decided.
  state text not null check (state in ('open', 'accepted', 'rejected', 'edited', 'over')),
  opened_at integer not null,
  last_seen integer not null,
  -- Or when Canonist saw that the cause was gone.
  decided_at integer,
  decided_by text,
  why text,
  decision text,
  unique (kind, subject)
) strict;

CREATE INDEX reviews_kind on reviews (kind, state);

CREATE INDEX reviews_open on reviews (state, id);

CREATE TABLE runs (
  id integer primary key,
  kind text not null,
  -- What is read. An unfinished run with the same source is resumed at its position.
  source text not null,
  position integer not null,
  state text not null check (state in ('running', 'done')),
  report text not null,
  started_at integer not null,
  updated_at integer not null
) strict;

CREATE INDEX runs_kind on runs (kind);

CREATE INDEX runs_source on runs (kind, source, id);

CREATE TABLE service_run_items (
  run_id integer not null references service_runs (id) on delete cascade,
  line integer not null,
  item text not null,
  primary key (run_id, line)
) strict, without rowid;

CREATE TABLE service_run_log (
  run_id integer not null references service_runs (id) on delete cascade,
  line integer not null,
  at integer not null,
  level text not null check (level in ('info', 'warning', 'error')),
  message text not null,
  primary key (run_id, line)
) strict, without rowid;

CREATE TABLE service_runs (
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
  -- The process that works on it, and when that last said so.
  owner text,
  seen_at integer,
  cancel_wanted integer not null default 0,
  -- How often a process has started or resumed it.
  attempts integer not null default 0,
  created_at integer not null,
  started_at integer,
  ended_at integer,
  -- The upload that it reads, which is kept as long.
  upload_id integer
) strict;

CREATE INDEX service_runs_active on service_runs (seen_at) where state in ('queued', 'running');

CREATE INDEX service_runs_kind on service_runs (kind);

CREATE INDEX service_runs_state on service_runs (state);

CREATE INDEX service_runs_upload on service_runs (upload_id) where upload_id is not null;

CREATE TABLE service_sessions (
  -- Random, so that none is used again.
  id integer primary key,
  -- The name of the token that it stands for.
  token text not null,
  -- HMAC-SHA-256 of the token's digest, with the secret of the cookie as its key.
  proof blob not null,
  created_at integer not null,
  expires_at integer not null
) strict;

CREATE TABLE shared_clock (
  latest integer not null,
  -- How far it is ahead of the system's clock, since that was set back.
  ahead integer not null default 0,
  -- The time at which a test has stopped the clock; null if it runs.
  set_to integer,
  -- The longest delay between two requests to a host that any worker wants, when one last said so, and since when it is longer than before.
  pause_ms integer not null default 0,
  pause_said_at integer not null default 0,
  pause_since integer not null default 0,
  -- 1 once a URL of that priority was queued. Most queues have none, and then claims do not look for them.
  has_low integer not null default 0,
  has_high integer not null default 0
) strict;

CREATE TABLE upload_chunks (
  upload_id integer not null references uploads (id) on delete cascade,
  chunk integer not null,
  bytes blob not null,
  primary key (upload_id, chunk)
) strict;

CREATE TABLE upload_clock (
  id integer primary key check (id = 1),
  last_upload integer not null
) strict;

CREATE TABLE uploads (
  id integer primary key,
  name text not null,
  bytes integer not null,
  -- 0 while it is received.
  is_complete integer not null default 0,
  uploaded_by text not null,
  created_at integer not null,
  -- When it last grew, or a run used it: an upload that nobody needs is removed.
  used_at integer not null default 0
) strict;
