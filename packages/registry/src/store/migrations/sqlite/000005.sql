-- The policies that admissions were made under, and whom a review is about. Times are milliseconds since 1970. breaking: no

-- Whole, with allowlist and priorities, which are no part of the fingerprint that keys are made by.
create table admission_policies (
  -- As admissions name it.
  version text primary key,
  name text not null,
  spec text not null,
  added_at integer not null
) strict, without rowid;

create index admissions_newest on admissions (last_seen, id) where in_force = 1;

create temporary table kept_reviews as select * from reviews;
drop table reviews;

-- What a person must decide: one row for one cause, however many URLs it concerns.
create table reviews (
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

create index reviews_open on reviews (state, id);

insert into reviews select * from kept_reviews;
drop table kept_reviews;

-- The inputs and pages that have the cause of an item: it is over when none of them is left.
create table review_inputs (
  review_id integer not null references reviews (id),
  input_hash blob not null check (length(input_hash) = 16),
  primary key (review_id, input_hash)
) strict, without rowid;

create index review_inputs_input on review_inputs (input_hash);
