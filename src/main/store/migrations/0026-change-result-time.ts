export const changeResultTimeSql = `
-- When the result of the change was written, epoch milliseconds. \`at\` is then when the change was sent.
alter table change_log add column confirmed_at integer;
`
