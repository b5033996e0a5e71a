-- Sessions of the dashboard, so that each can be ended on all servers. breaking: no, an older version does not look at this table.

create table service_sessions (
  -- Random, so that none is used again.
  id bigint primary key,
  -- The name of the token that it represents.
  token text collate "C" not null,
  -- HMAC-SHA-256 of the token's digest, with the secret of the cookie as its key.
  proof bytea not null,
  created_at bigint not null,
  expires_at bigint not null
);
