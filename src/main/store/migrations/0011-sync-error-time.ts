export const syncErrorTimeSql = `
-- When the error of the last sync happened. The sync may read details after a list failed, so ended_at may be later.
alter table sync_run add column error_at integer;
update sync_run set error_at = case state when 'details' then started_at else coalesce(ended_at, started_at) end where error is not null;
`
