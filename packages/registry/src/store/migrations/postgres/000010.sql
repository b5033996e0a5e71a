-- Runs are kept only while they can be resumed, and invalid lines that were not seen for long are found by their time.
-- breaking: no

delete from runs where kind = 'ingest' and state = 'done';
delete from runs where kind = 'ingest' and source = '';

create index rejected_last_seen on rejected (last_seen, raw_hash);
