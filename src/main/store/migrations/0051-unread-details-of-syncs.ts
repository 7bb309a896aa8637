export const unreadDetailsOfSyncsSql = `
-- Number of details that were planned but not read, of the last sync that read details. Unknown for syncs of earlier versions.
alter table sync_run add column details_unread integer not null default 0;
-- Start of the sync that counted the details. A sync that reads no details keeps the counts of an earlier one.
alter table sync_run add column details_counted_of integer;
update sync_run set details_counted_of = started_at;
`
