export const unreadDetailsOfSyncsSql = `
-- How many planned details the last detail sync did not read. 0 for syncs of earlier versions, where it is unknown.
alter table sync_run add column details_unread integer not null default 0;
-- Start of the sync that counted the details. A sync that reads no details keeps the counts of an earlier one.
alter table sync_run add column details_counted_of integer;
update sync_run set details_counted_of = started_at;
`
