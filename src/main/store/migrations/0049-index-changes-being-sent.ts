export const indexChangesBeingSentSql = `
-- Finds the changes that were being sent when the app ended.
create index change_log_sending on change_log (id) where result = 'sending';
`
