export const completeReadTimesOfPostLogEntriesSql = `
-- When the newest part of a key's log was last read completely, at least its POSTs: until then, a missing entry means no call.
create table log_reading (
  key_id text primary key references api_key (id) on delete cascade,
  read_at integer not null
) strict, without rowid;
`
