export const endOfDetailReadingSql = `
-- When the sync that the counts of details are of stopped reading them. Null: it has not, or the app ended meanwhile.
alter table sync_run add column details_ended_at integer;
update sync_run set details_ended_at = ended_at where state not in ('lists', 'details');
`
