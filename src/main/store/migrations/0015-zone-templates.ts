export const zoneTemplatesSql = `
-- Zone templates of the user. The content (variables and records) is JSON.
create table zone_template (
  id text primary key,
  name text not null,
  description text not null,
  content text not null,
  saved_at integer not null
) strict, without rowid;
`
