-- The policies that admissions were made under, and whom a review is about. Times are milliseconds since 1970. breaking: no

-- Whole, with allowlist and priorities, which are no part of the fingerprint that keys are made by.
create table admission_policies (
  -- As admissions name it.
  version text collate "C" primary key,
  name text collate "C" not null,
  spec text collate "C" not null,
  added_at bigint not null
);

create index admissions_newest on admissions (last_seen, id) where in_force = 1;

-- Over: nobody has decided, and the cause is no more; decided_at is then when that was seen.
alter table reviews drop constraint reviews_state_check;
alter table reviews add constraint reviews_state_check
  check (state in ('open', 'accepted', 'rejected', 'edited', 'over'));

-- The inputs and pages that have the cause of an item: it is over when none of them is left.
create table review_inputs (
  review_id bigint not null references reviews (id),
  input_hash bytea not null check (length(input_hash) = 16),
  primary key (review_id, input_hash)
);

create index review_inputs_input on review_inputs (input_hash);
