-- Indexes for lists: the newest alias of a page, paused hosts, and hosts that are down. breaking: no, an older version works with them.

-- The condition is always true. It keeps this index out of lookups by page and hash: PostgreSQL expects few aliases of a page, and would
-- read all of them here instead of one in the primary key.
create index aliases_newest on aliases (page_id, last_seen) where last_seen >= 0;

create index host_clocks_paused on host_clocks (host_id) where is_paused = 1;
create index host_clocks_down on host_clocks (host_id) where is_down = 1;
