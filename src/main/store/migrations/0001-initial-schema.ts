/** Times are epoch milliseconds; dates are `YYYY-MM-DD`; errors are wire errors as JSON. No table holds a secret. */
export const initialSchemaSql = `
create table setting (name text primary key, value text not null) strict, without rowid;

create table account (
  id text primary key,
  label text not null,
  colour text not null,
  folder text not null default '',
  notes text not null default '',
  base_url text not null,
  is_paused integer not null default 0,
  is_read_only integer not null default 0,
  added_at integer not null
) strict;

create table api_key (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  label text not null,
  -- Name of the keychain item with the secret; a replaced key gets a new name.
  secret_id text,
  state text not null,
  error text,
  checked_at integer,
  me text,
  expires_at integer,
  added_at integer not null
) strict;
create index api_key_account on api_key (account_id);

-- Result of an account's last sync. A row in state lists or details at the start of the app is a sync that was interrupted.
create table sync_run (
  account_id text primary key references account (id) on delete cascade,
  state text not null,
  started_at integer not null,
  ended_at integer,
  lists_read_at integer,
  details_failed integer not null default 0,
  error text
) strict;

create table domain (
  account_id text not null references account (id) on delete cascade,
  name text not null,
  decoded_name text,
  status text not null,
  expiry_date text,
  read_at integer not null,
  -- Copies of values in facet, updated with them, so that a page of rows needs no other table.
  auto_renew integer,
  records integer,
  zone_read_at integer,
  -- The rowid in search_entry; null before the entry is first written.
  entry integer,
  primary key (account_id, name)
) strict, without rowid;
-- Each index covers every filter of the domain table, so that a page and its total are read from the index alone.
create index domain_name on domain (name, account_id, status, expiry_date, entry);
create index domain_expiry on domain (coalesce(expiry_date, '9999-99-99'), name, account_id, status, entry);
create index domain_status on domain (status, name, account_id, expiry_date, entry);
create index domain_decoded_name on domain (decoded_name) where decoded_name is not null;

create table server (
  account_id text not null references account (id) on delete cascade,
  name text not null,
  server_id text,
  plan_id text,
  plan_name text,
  status text not null,
  expiry_date text,
  auto_renew integer,
  memo text not null default '',
  read_at integer not null,
  primary key (account_id, name)
) strict, without rowid;

-- The last read of one detail: detail, nameservers, whois, lock, zone of a domain; info, usage of a server.
-- The records of a zone are rows of their own, so data is null for a zone.
create table facet (
  account_id text not null references account (id) on delete cascade,
  thing text not null check (thing in ('domain', 'server')),
  name text not null,
  facet text not null,
  data text,
  read_at integer,
  error text,
  error_at integer,
  primary key (account_id, thing, name, facet)
) strict, without rowid;
create index facet_read_at on facet (account_id, thing, facet, read_at);

create table record (
  account_id text not null references account (id) on delete cascade,
  domain text not null,
  id integer not null,
  type text not null,
  host text not null,
  content text not null,
  ttl integer not null,
  priority integer not null,
  primary key (account_id, domain, id)
) strict, without rowid;

-- Text for the search: one entry per domain, with its names as title and its records as body. A common text then matches at most
-- one entry per domain. Accounts and servers are few and are searched in their own tables.
create table search_entry (
  -- Never reused: domains keep their entry while entries are deleted in chunks.
  rowid integer primary key autoincrement,
  account_id text not null references account (id) on delete cascade,
  kind text not null check (kind in ('account', 'domain', 'server', 'record')),
  target text not null,
  title text not null,
  body text not null
) strict;
create index search_entry_target on search_entry (account_id, kind, target);
create virtual table search using fts5 (title, body, content = 'search_entry', content_rowid = 'rowid', tokenize = 'trigram');
-- Inserts write both tables directly: a trigger would make the index write one segment per row.
create trigger search_entry_delete after delete on search_entry begin
  insert into search (search, rowid, title, body) values ('delete', old.rowid, old.title, old.body);
end;

-- Execution logs as the service returned them. Entries have no ID.
create table log_entry (
  key_id text not null references api_key (id) on delete cascade,
  account_id text not null references account (id) on delete cascade,
  at integer not null,
  method text not null,
  path text not null,
  status_code integer not null,
  response_time_ms integer,
  ip_address text
) strict;
create index log_entry_at on log_entry (at, key_id, status_code, method);
create index log_entry_key on log_entry (key_id, at);

-- Every call that this app made, without secret and body.
create table request (
  id integer primary key,
  account_id text,
  key_id text,
  endpoint text not null,
  method text not null,
  path text not null,
  at integer not null,
  status integer,
  duration_ms integer not null,
  attempt integer not null,
  error_kind text,
  code text
) strict;
create index request_at on request (at);

-- The rate ledger: when each call was sent or, once answered, when the response arrived. After a restart the app then neither exceeds
-- the limits nor waits longer than needed.
create table departure (
  account_id text not null,
  limit_class text not null,
  at integer not null,
  is_answered integer not null default 0
) strict;
create index departure_class on departure (account_id, limit_class, at);
create table learnt_limit (
  account_id text not null,
  limit_class text not null,
  per_minute integer,
  per_day integer,
  concurrent integer,
  primary key (account_id, limit_class)
) strict, without rowid;
`
