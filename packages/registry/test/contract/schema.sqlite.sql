CREATE TABLE admission_policies (
  -- As admissions name it.
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
  -- Null where the URL is not to be stored.
  canonical text,
  canonical_hash blob check (canonical_hash is null or length(canonical_hash) = 16),
  -- Of the dedupe key; null where there is no canonical URL.
  dedupe_hash blob check (dedupe_hash is null or length(dedupe_hash) = 16),
  -- What decided; nothing is stored that no policy has judged.
  policy_version text not null check (policy_version <> ''),
  -- 0 where the network was not asked, or said nothing at all.
  is_answered integer not null check (is_answered in (0, 1)),
  -- The admission itself, as JSON.
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
  -- The alias's own key where that is not its page's: a redirect or equal content led here.
  own_key blob check (own_key is null or length(own_key) = 16),
  first_seen integer not null,
  last_seen integer not null,
  count integer not null,
  primary key (page_id, raw_hash)
) strict, without rowid;

CREATE INDEX aliases_newest on aliases (page_id, last_seen) where last_seen >= 0;

CREATE INDEX aliases_own_key on aliases (own_key) where own_key is not null;

CREATE TABLE count_samples (
  -- How wide the span is that the sample stands for.
  step text not null check (step in ('minute', 'hour', 'day')),
  -- The beginning of that span.
  at integer not null,
  -- JSON: how much there was of everything when the span was last looked at.
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
  -- JSON: the newest reviews that events told of, by id. A list, because a review may become visible after one with a higher id.
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
  changed_at integer,
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
  -- Which process is checking the pages of the host: no page is checked by two. It says nothing about requests.
  claimed_by text,
  claimed_until integer not null default 0,
  -- How the host answers for a page that never existed.
  probe text
) strict;

CREATE TABLE host_clocks (
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
  spreads text check (spreads in ('retry', 'dead')),
  cohort integer,
  paused_until integer,
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
  -- Null where it was looked for and not found.
  value text,
  observed_at integer not null,
  -- The redirects that show it, as JSON.
  chain text not null default '[]',
  primary key (host_id, fact, source)
) strict, without rowid;

CREATE TABLE host_robots (
  -- Scheme, host and port: http and https may say different things.
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

CREATE INDEX page_health_due on page_health (due_at);

CREATE TABLE pages (
  id integer primary key,
  policy_id integer not null references policies (id),
  key blob not null check (length(key) = 16),
  canonical_url text not null,
  -- What is requested: never a form that a lossy rule made.
  fetch_url text not null,
  host_id integer not null references hosts (id),
  link_type text not null,
  content_hash blob,
  simhash text,
  first_seen integer not null,
  last_seen integer not null,
  -- The page that this one was found to be; null where it stands for itself.
  merged_into integer references pages (id),
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
  -- What a key was made by; a key without it means nothing.
  fingerprint text not null unique,
  name text not null,
  spec text not null,
  added_at integer not null,
  -- 1 for the one policy that new keys are made by.
  in_force integer not null default 0 check (in_force in (0, 1)),
  -- 1 while a rekey moves the pages to this policy: until it is done a page has its key by the one or by the other.
  arriving integer not null default 0 check (arriving in (0, 1))
) strict;

CREATE UNIQUE INDEX policies_arriving on policies (arriving) where arriving = 1;

CREATE UNIQUE INDEX policies_in_force on policies (in_force) where in_force = 1;

CREATE TABLE rejected (
  raw_hash blob primary key check (length(raw_hash) = 16),
  -- Bytes: a line may be refused because it is no text.
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
  -- Over: nobody has decided, and the cause is no more.
  state text not null check (state in ('open', 'accepted', 'rejected', 'edited', 'over')),
  opened_at integer not null,
  last_seen integer not null,
  -- Or when it was seen to be over.
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
  -- What is worked on; the same again while unfinished is taken up where it stopped.
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
  -- The process that works on it.
  owner text,
  -- When that process last said so.
  seen_at integer,
  cancel_wanted integer not null default 0,
  -- How often it was taken up.
  attempts integer not null default 0,
  created_at integer not null,
  started_at integer,
  ended_at integer,
  upload_id integer
) strict;

CREATE INDEX service_runs_active on service_runs (seen_at) where state in ('queued', 'running');

CREATE INDEX service_runs_kind on service_runs (kind);

CREATE INDEX service_runs_state on service_runs (state);

CREATE INDEX service_runs_upload on service_runs (upload_id) where upload_id is not null;

CREATE TABLE service_sessions (
  -- Random, so that none is used again.
  id integer primary key,
  -- The name of the token that it represents.
  token text not null,
  -- HMAC-SHA-256 of the token's digest, with the secret of the cookie as its key.
  proof blob not null,
  created_at integer not null,
  expires_at integer not null
) strict;

CREATE TABLE shared_clock (
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
  -- 0 while it is being received.
  is_complete integer not null default 0,
  uploaded_by text not null,
  created_at integer not null,
  used_at integer not null default 0
) strict;
