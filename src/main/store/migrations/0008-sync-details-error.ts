export const syncDetailsErrorSql = `
-- Why the last failed detail of the last sync could not be read, as JSON. details_failed is the number of failed details.
alter table sync_run add column details_error text;
`
