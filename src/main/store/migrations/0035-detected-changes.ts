export const detectedChangesSql = `
-- What differs between two readings of a domain or server. Entries of removed accounts stay, so account_id is no reference.
create table seen_change (
  -- Never reused: the window is notified when the newest ID grows.
  id integer primary key autoincrement,
  account_id text not null,
  -- The label at the time of the reading.
  account_label text not null,
  kind text not null check (kind in ('domain', 'server')),
  name text not null,
  field text not null,
  -- JSON: the values before and after. Whois contact data is personal, and its values are not kept.
  change text not null,
  -- Normalized: the names, the label, and the values before and after.
  search_text text not null,
  previous_read_at integer not null,
  seen_at integer not null
) strict;
create index seen_change_target on seen_change (account_id, kind, name, seen_at);
create index seen_change_at on seen_change (seen_at, account_id, field);

-- Finds the change that was sent between two readings.
create index change_log_domain on change_log (domain, at);
`
