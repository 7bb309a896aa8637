export const indexBegunJobItemsByDomainSql = `
-- Finds the begun items of a domain in all accounts that share it.
create index job_item_domain_begun on job_item (domain) where ended_at is null and progress is not null;
`
