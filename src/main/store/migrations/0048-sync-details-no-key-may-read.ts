export const syncDetailsNoKeyMayReadSql = `
-- Number of due details of the last sync that no API key could read any more. 0 for syncs of earlier versions.
alter table sync_run add column details_without_key integer not null default 0;
`
