export const whoisAndNameserverPresetsSql = `
-- Values that the user saved to fill forms. The content is JSON; that of Whois is personal data.
create table preset (
  id text primary key,
  kind text not null,
  name text not null,
  content text not null,
  saved_at integer not null,
  unique (kind, name)
) strict, without rowid;
`
