export const readTimesOfDomainAndServerListSql = `
-- When each list was last read completely. lists_read_at is the older of the two, and null until both were read.
alter table sync_run add column domains_read_at integer;
alter table sync_run add column servers_read_at integer;
update sync_run set domains_read_at = lists_read_at, servers_read_at = lists_read_at;
`
