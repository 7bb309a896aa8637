export const goneSinceAndShrunkenLists = `
-- When a complete list first lacked the row; null: the last list that could show it did. What was read of it stays.
alter table domain add column gone_since integer;
alter table server add column gone_since integer;

-- Every view but one leaves out what is gone: the indexes that answer pages and totals have the column, too.
drop index domain_name;
drop index domain_expiry;
drop index domain_status;
create index domain_name on domain (name, account_id, status, expiry_date, gone_since, entry);
create index domain_expiry on domain (coalesce(expiry_date, '9999-99-99'), name, account_id, status, gone_since, entry);
create index domain_status on domain (status, name, account_id, expiry_date, gone_since, entry);
drop index domain_zone_unread;
create index domain_zone_unread on domain (account_id, name) where zone_read_at is null and is_zone_refused = 0 and status = 'active' and gone_since is null;
create index domain_gone on domain (account_id, name, status, expiry_date, gone_since, entry) where gone_since is not null;

-- A list that came without much of what it held. Nothing of it is stored until a person accepts it or a later one agrees.
create table shrunken_list (
  account_id text not null references account (id) on delete cascade,
  list text not null check (list in ('domain', 'server')),
  -- The first and the newest list that lacked all of the missing names.
  first_read_at integer not null,
  read_at integer not null,
  -- How many names it was to show.
  held integer not null,
  -- JSON: an array of names.
  missing text not null,
  primary key (account_id, list)
) strict;
`
