export const syncDetailsNoKeyMayReadSql = `
-- How many due details of the last sync no key could read any more. Not known of syncs of earlier versions.
alter table sync_run add column details_without_key integer not null default 0;
`
