-- Wakes idle workers when a host becomes ready earlier than planned, so that they need not poll. breaking: no, an older version polls.

-- Sends a notification only if a worker sleeps. At commit a notification takes a lock that the whole server has once, so a busy crawl
-- must not send them all the time.
--
-- Workers that sleep hold lock 20260005 together. This transaction holds lock 20260004 until it commits, together with others like it;
-- a worker falls asleep only while nobody holds that one. So it either sees what is written here, or is notified of it.
create function wake_idle_workers() returns trigger language plpgsql as $$
declare
  this_table constant int := (tg_relid::bigint % 2147483647)::int;
begin
  -- Two conditions, because "added" is unknown in an update.
  if tg_op = 'INSERT' then
    if not exists (select 1 from added) then
      return null;
    end if;
  end if;
  if pg_try_advisory_xact_lock_shared(20260004, this_table) and pg_try_advisory_lock(20260005, this_table) then
    perform pg_advisory_unlock(20260005, this_table);
  else
    perform pg_notify('canonist_ready', tg_relid::text);
  end if;
  return null;
end $$;

create trigger host_clocks_added after insert on host_clocks referencing new table as added
  for each statement execute function wake_idle_workers();

-- A held host is not ready until it is released, and no worker sleeps while a host is held.
create trigger host_clocks_sooner after update on host_clocks
  for each row when (new.ready_at < old.ready_at and old.held_by is null) execute function wake_idle_workers();
