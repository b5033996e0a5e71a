-- Sessions of the dashboard, so that each can be ended on all servers. breaking: no, an older version does not look at this table.

create table service_sessions (
  -- Random, so that none is used again.
  id integer primary key,
  -- The name of the token that it represents.
  token text not null,
  -- HMAC-SHA-256 of the token's digest, with the secret of the cookie as its key.
  proof blob not null,
  created_at integer not null,
  expires_at integer not null
) strict;
