export const syncDetailsEndedAtSql = `
-- When the sync that counted the details stopped reading them. Null: it still reads them, or the app ended before it stopped.
alter table sync_run add column details_ended_at integer;
update sync_run set details_ended_at = ended_at where state not in ('lists', 'details');
`
