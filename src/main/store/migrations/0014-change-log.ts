export const changeLogSql = `
-- Every change that was sent, or tried. Entries of removed accounts stay, so account_id is no reference.
create table change_log (
  id text primary key,
  at integer not null,
  account_id text not null,
  -- The label at the time of the change.
  account_label text not null,
  domain text not null,
  kind text not null,
  -- Normalized: the names of the domain, the label, and the values before and after the change.
  search_text text not null,
  -- JSON
  change text not null,
  result text not null,
  -- JSON
  error text,
  job_id text,
  snapshot_id text
) strict;
create index change_log_at on change_log (at, account_id, kind, result);
`
