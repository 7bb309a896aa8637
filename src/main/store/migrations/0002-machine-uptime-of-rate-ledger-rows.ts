export const machineUptimeOfRateLedgerRowsSql = `
-- \`up\`: milliseconds since the machine was started; changes of the wall clock do not affect it. The rows are few and read once at the start,
-- so an index costs more than it saves.
drop index departure_class;
alter table departure add column up real not null default 0;
`
