export const keyLogArchiveAndLogEntryTargetsSql = `
-- Time spans of a key's log whose entries are all stored. From and to are epoch milliseconds, rounded to seconds. The end is
-- not part of the span. The spans of a key neither overlap nor touch. Entries between them were not read.
create table log_span (
  key_id text not null references api_key (id) on delete cascade,
  from_at integer not null,
  to_at integer not null,
  primary key (key_id, from_at)
) strict, without rowid;

-- The last attempt to read the log of a key into the archive. The offset is the service's clock minus the clock of this computer.
create table log_archive (
  key_id text primary key references api_key (id) on delete cascade,
  read_at integer,
  clock_offset_ms integer not null default 0,
  error text,
  error_at integer
) strict, without rowid;

-- The request of this app that caused the entry.
alter table log_entry add column own_request_id integer;
-- What the path names: 'domain:' or 'server:' and the name; null for another path.
alter table log_entry add column target text as (
  case when path like '/v1/domain/_%' or path like '/v1/server/_%' then
    lower(substr(path, 5, 6)) || ':' ||
    lower(substr(path, 12, instr(replace(substr(path, 12), '?', '/') || '/', '/') - 1))
  end
) virtual;
-- The row ID is the last column of every index: this one has the order of the list.
create index log_entry_time on log_entry (at);
drop index log_entry_at;
create index log_entry_target on log_entry (target, at) where target is not null;
create index request_key on request (key_id, at);
`
