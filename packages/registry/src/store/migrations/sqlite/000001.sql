-- The registry. Times are milliseconds since 1970. Keys are the first 16 bytes of a SHA-256: the whole of it follows from
-- the canonical URL, and an index over half of it is half as large. breaking: no

create table policies (
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

create unique index policies_in_force on policies (in_force) where in_force = 1;
create unique index policies_arriving on policies (arriving) where arriving = 1;

create table hosts (
  id integer primary key,
  host text not null unique
) strict;

-- What was observed of a host, or listed for it; an observed fact beats a listed one.
create table host_facts (
  host_id integer not null references hosts (id),
  fact text not null,
  source text not null,
  value text not null,
  observed_at integer not null,
  primary key (host_id, fact, source)
) strict, without rowid;

create table pages (
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
  unique (policy_id, key)
) strict;

create index pages_host on pages (host_id, id);

create index pages_merged_into on pages (merged_into) where merged_into is not null;

-- Every URL ever seen, as it was spelled, and why it is held to lead to its page.
create table aliases (
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

create index aliases_own_key on aliases (own_key) where own_key is not null;

create table rejected (
  raw_hash blob primary key check (length(raw_hash) = 16),
  -- Bytes: a line may be refused because it is no text.
  raw blob not null,
  code text not null,
  message text not null,
  first_seen integer not null,
  last_seen integer not null,
  count integer not null
) strict, without rowid;

-- What a person must decide: one row for one cause, however many URLs it concerns.
create table reviews (
  id integer primary key,
  kind text not null,
  subject text not null,
  detail text not null,
  count integer not null,
  state text not null check (state in ('open', 'accepted', 'rejected', 'edited')),
  opened_at integer not null,
  last_seen integer not null,
  decided_at integer,
  decided_by text,
  why text,
  decision text,
  unique (kind, subject)
) strict;

create index reviews_open on reviews (state, id);

-- Work that may be broken off and taken up again.
create table runs (
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

create index runs_source on runs (kind, source, id);

-- What a rekey changed, to take it back: the pages as they were; a page that it made has no old policy.
create table rekey_pages (
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

-- The aliases that it changed or moved to another page, as they were.
create table rekey_aliases (
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
