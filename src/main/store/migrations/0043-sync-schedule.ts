export const syncScheduleSql = `
-- How often the account is synced automatically, and at which hours no automatic sync starts. Null: the default of the
-- settings.
-- sync_quiet_hours: JSON of minutes since local midnight, {"from":1320,"to":420}, or "none".
alter table account add column sync_interval text;
alter table account add column sync_quiet_hours text;
`
