-- The frontier: hosts may be paused for a time. breaking: no

-- Until when a paused host is left alone; null: until a person resumes it.
alter table frontier_hosts add column paused_until bigint;
