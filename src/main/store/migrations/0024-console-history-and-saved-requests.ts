export const consoleHistoryAndSavedRequestsSql = `
-- Requests that the console sent. There are no bodies, and values of the query that look like secrets are variables.
create table console_history (
  id integer primary key,
  at integer not null,
  account_id text not null references account (id) on delete cascade,
  key_label text,
  method text not null,
  path text not null,
  query text not null,
  status integer,
  error_kind text,
  duration_ms integer not null
) strict;

-- Requests that the user saved. The content is JSON; values that look like secrets are variables.
create table console_request (
  id text primary key,
  name text not null unique,
  content text not null,
  saved_at integer not null
) strict, without rowid;
`
