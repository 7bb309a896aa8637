export const syncDetailsError = `
-- Why the newest detail of the last sync could not be read, as JSON; details_failed says how many could not.
alter table sync_run add column details_error text;
`
