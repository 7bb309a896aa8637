export const unreadDetailsOfSyncsSql = `
-- How many planned details the last sync that read details had not read. Not known of syncs of earlier versions.
alter table sync_run add column details_unread integer not null default 0;
-- The start of the sync that the counts of details are of: a sync that reads no details keeps those of an earlier one.
alter table sync_run add column details_counted_of integer;
update sync_run set details_counted_of = started_at;
`
