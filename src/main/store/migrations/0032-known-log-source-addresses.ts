export const knownLogSourceAddressesSql = `
-- Source addresses that are not strange: those that the user marked as known, and those of calls of this app.
create table log_address (
  address text primary key,
  is_marked integer not null default 0,
  is_of_app integer not null default 0
) strict, without rowid;
`
