-- Counts over time, for charts. breaking: no, an older version does not look at this table.

create table count_samples (
  -- How wide the span is that the sample stands for.
  step text not null check (step in ('minute', 'hour', 'day')),
  -- The beginning of that span.
  at integer not null,
  -- JSON: how much there was of everything when the span was last looked at.
  counts text not null,
  primary key (step, at)
) strict, without rowid;
