export const savedViewsSql = `
-- What a list showed when the user gave it a name: filters, sort order, columns and accounts, as JSON.
create table saved_view (
  id text primary key,
  list text not null,
  name text not null,
  content text not null,
  saved_at integer not null,
  unique (list, name)
) strict, without rowid;
`
