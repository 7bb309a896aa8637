export const zoneDraftsSql = `
-- Zones that are being edited. Base and records are JSON.
create table zone_draft (
  account_id text not null references account (id) on delete cascade,
  domain text not null,
  base text not null,
  records text not null,
  saved_at integer not null,
  primary key (account_id, domain)
) strict, without rowid;
`
