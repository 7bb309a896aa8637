export const changesDecidedByReadingSql = `
-- 1: the outcome was not known at first, and a later reading decided it.
alter table change_log add column is_decided_by_reading integer not null default 0;
`
