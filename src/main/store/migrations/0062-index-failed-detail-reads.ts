export const indexFailedDetailReadsSql = `
-- Counts the failed details of a sync without reading the rows of all other details.
create index facet_failed on facet (account_id, error_at) where error is not null;
`
