export const indexOpenJobItemsByDomainSql = `
-- Finds the other open items of a domain. Replaces the index of the account alone.
drop index job_item_account_open;
create index job_item_domain_open on job_item (account_id, domain) where ended_at is null;
`
