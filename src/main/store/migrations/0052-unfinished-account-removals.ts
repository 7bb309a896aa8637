export const unfinishedAccountRemovalsSql = `
-- 1: a removal of the account began to delete its data, and paused the account.
alter table account add column has_begun_removal integer not null default 0;
`
