export const indexChangesWithUnknownOutcomeSql = `
-- Finds whether a zone may have a change whose outcome is not known.
create index change_log_unknown on change_log (domain, at) where result = 'unknown';
`
