export const dryRunsOfThisAppSql = `
-- Whether the request was a dry run, which the path does not show. 0 for requests before this column.
alter table request add column is_dry_run integer not null default 0;
-- A copy of the request's value, because requests are pruned sooner than log entries.
alter table log_entry add column is_dry_run integer not null default 0;
`
