-- Admissions, whole and with their history, and facts that say that nothing was found, and what shows them. breaking: no

-- Every record that was ever made of an original, each once, and which of them is in force.
create table admissions (
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

create unique index admissions_in_force on admissions (original_hash) where in_force = 1;
create index admissions_original on admissions (original_hash, id);
create index admissions_canonical on admissions (canonical_hash) where canonical_hash is not null;
create index admissions_dedupe on admissions (dedupe_hash) where in_force = 1;

create temporary table kept_facts as select * from host_facts;
drop table host_facts;

-- What was observed of a host, listed for it or decided; an observed fact beats a listed one, and a person both.
create table host_facts (
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

insert into host_facts (host_id, fact, source, value, observed_at)
select host_id, fact, source, value, observed_at from kept_facts;
drop table kept_facts;
