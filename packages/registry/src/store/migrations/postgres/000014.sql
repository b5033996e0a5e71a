-- Counts over time, for charts. breaking: no, an older version does not look at this table.

create table count_samples (
  -- How wide the span is that the sample stands for.
  step text collate "C" not null check (step in ('minute', 'hour', 'day')),
  -- The beginning of that span.
  at bigint not null,
  -- JSON: how much there was of everything when the span was last looked at.
  counts text collate "C" not null,
  primary key (step, at)
);
