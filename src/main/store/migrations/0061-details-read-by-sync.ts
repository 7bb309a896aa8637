export const detailsReadBySyncSql = `
-- Number of details that the last sync read, including the time before an interruption. 0 for syncs of earlier versions.
alter table sync_run add column details_read integer not null default 0;
`
