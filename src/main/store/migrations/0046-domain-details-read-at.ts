/** The codes by which the service says that a domain has no such detail. */
const absentCodes = `'DOMAIN_NOT_ACTIVE', 'WHOIS_NOT_EDITABLE', 'UNSUPPORTED_TLD_FOR_API', 'METHOD_NOT_ALLOWED', 'NOT_FOUND'`

export const domainDetailsReadAtSql = `
-- Read time of the oldest detail. A detail counts only if domains of this status have that detail. The answer
-- 'no such detail' counts as a reading. Null: at least one of these details was never read. Updated together with
-- facet, so that lists and counts read no other table.
alter table domain add column details_read_at integer;
update domain set details_read_at = (
  select case when count(nullif(r.at, 0)) = case domain.status when 'active' then 5 else 2 end then min(r.at) end from (
    select max(coalesce(f.read_at, 0), case
      when case when json_valid(f.error) then json_extract(f.error, '$.code') end in (${absentCodes})
        or f.facet = 'zone' and case when json_valid(f.error) then json_extract(f.error, '$.code') end = 'DOMAIN_NOT_FOUND'
      then coalesce(f.error_at, 0) else 0 end) as at
    from facet f where f.account_id = domain.account_id and f.thing = 'domain' and f.name = domain.name
      and (f.facet in ('detail', 'zone') or domain.status = 'active' and f.facet in ('nameservers', 'whois', 'lock'))) r);
`
