export const searchesOfKeyLogsForWritesSql = `
-- When the log of a key was last searched for write calls. complete_to: epoch milliseconds of the service's clock. Every write between
-- the first check and this time is in log_entry. The offset is the service's clock minus the clock of this computer.
create table key_write_check (
  key_id text primary key references api_key (id) on delete cascade,
  complete_to integer not null,
  checked_at integer not null,
  clock_offset_ms integer not null
) strict, without rowid;

-- Finds the writes of an account's keys by what they name. Reads are most of the log and are left out.
create index log_entry_write on log_entry (account_id, target, at) where method <> 'GET';
`
