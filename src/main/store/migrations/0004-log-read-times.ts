export const logReadTimes = `
-- When the newest of a key's log was last read whole, at least of its POSTs: how far what the log does not show may be believed.
create table log_reading (
  key_id text primary key references api_key (id) on delete cascade,
  read_at integer not null
) strict, without rowid;
`
