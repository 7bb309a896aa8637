/** SQL: a boolean of a stored detail as 1 or 0; null if it was not read, or is something else. */
const storedFlag = (detailKind: string, path: string) => `
  select case json_type(f.data, '${path}') when 'true' then 1 when 'false' then 0 end from facet f
  where f.account_id = domain.account_id and f.thing = 'domain' and f.name = domain.name and f.facet = '${detailKind}' and json_valid(f.data)`

export const domainLockAndPrivacySql = `
-- Copies of values in facet. Both are updated together, so that the list filters read only this table. Null: not known.
alter table domain add column is_locked integer;
alter table domain add column has_whois_privacy integer;
update domain set is_locked = (${storedFlag('lock', '$.locked')}),
  has_whois_privacy = (${storedFlag('whois', '$.whois_privacy')});
`
