/** The codes by which the service says that a domain has no such detail. */
const absentCodes = `'DOMAIN_NOT_ACTIVE', 'WHOIS_NOT_EDITABLE', 'UNSUPPORTED_TLD_FOR_API', 'METHOD_NOT_ALLOWED', 'NOT_FOUND'`
const codeSql = `case when json_valid(f.error) then json_extract(f.error, '$.code') end`

export const readTimeOfDomainsWithoutADetailSql = `
-- A detail that the service does not have for a domain no longer makes the domain older than the details that it has.
update domain set details_read_at = (
  select case when count(coalesce(r.absent_at, r.read_at)) = case domain.status when 'active' then 5 else 2 end
    then coalesce(min(case when r.absent_at is null then r.read_at end), min(r.absent_at)) end
  from (
    select nullif(f.read_at, 0) as read_at, case
      when ${codeSql} in (${absentCodes}) or f.facet = 'zone' and ${codeSql} = 'DOMAIN_NOT_FOUND'
      then f.error_at end as absent_at
    from facet f where f.account_id = domain.account_id and f.thing = 'domain' and f.name = domain.name
      and (f.facet in ('detail', 'zone') or domain.status = 'active' and f.facet in ('nameservers', 'whois', 'lock'))) r);
`
