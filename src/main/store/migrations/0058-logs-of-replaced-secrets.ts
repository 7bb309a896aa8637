export const logsOfReplacedSecretsSql = `
-- 1: the entry is from the log of a secret that the key had before. The service does not return that log any more.
alter table log_entry add column is_of_replaced_secret integer not null default 0;
-- Not null: the entries of the key up to this row are still to be marked.
alter table log_archive add column replaced_secret_last_row integer;
-- Like log_span, for all replaced secrets of a key together. The last span begins with the last replacement and has no end.
create table replaced_secret_log_span (
  key_id text not null references api_key (id) on delete cascade,
  from_at integer not null,
  to_at integer not null,
  primary key (key_id, from_at)
) strict, without rowid;
`
