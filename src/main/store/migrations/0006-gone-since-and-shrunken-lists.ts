export const goneSinceAndShrunkenListsSql = `
-- Time of the first complete list without this row. Null if the newest list that could contain the row contains it. The details
-- of the row are kept.
alter table domain add column gone_since integer;
alter table server add column gone_since integer;

-- All views except one leave out rows that are gone, so the indexes for pages and totals include the column.
drop index domain_name;
drop index domain_expiry;
drop index domain_status;
create index domain_name on domain (name, account_id, status, expiry_date, gone_since, entry);
create index domain_expiry on domain (coalesce(expiry_date, '9999-99-99'), name, account_id, status, gone_since, entry);
create index domain_status on domain (status, name, account_id, expiry_date, gone_since, entry);
drop index domain_zone_unread;
create index domain_zone_unread on domain (account_id, name) where zone_read_at is null and is_zone_refused = 0 and status = 'active' and gone_since is null;
create index domain_gone on domain (account_id, name, status, expiry_date, gone_since, entry) where gone_since is not null;

-- A list that lacked many of the expected names. It is not stored until the user accepts it or a later list confirms it.
create table shrunken_list (
  account_id text not null references account (id) on delete cascade,
  list text not null check (list in ('domain', 'server')),
  -- When the first and the newest list that lacked all of the missing names were read.
  first_read_at integer not null,
  read_at integer not null,
  -- The number of names that the list was expected to contain.
  held integer not null,
  -- JSON: an array of names.
  missing text not null,
  primary key (account_id, list)
) strict;
`
