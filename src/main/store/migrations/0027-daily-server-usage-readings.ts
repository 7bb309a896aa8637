export const dailyServerUsageReadingsSql = `
-- The last usage reading of a server on each day. The current usage is stored in the table facet. day: YYYY-MM-DD in Japan.
-- data: JSON as received.
create table usage_reading (
  account_id text not null references account (id) on delete cascade,
  server text not null,
  day text not null,
  read_at integer not null,
  data text not null,
  primary key (account_id, server, day)
) strict, without rowid;

-- The reading of an earlier version is the first one of the history.
insert into usage_reading (account_id, server, day, read_at, data)
  select account_id, name, date(read_at / 1000 + 9 * 3600, 'unixepoch'), read_at, data from facet
  where thing = 'server' and facet = 'usage' and length(data) <= 8000
    and date(read_at / 1000 + 9 * 3600, 'unixepoch') is not null;
`
