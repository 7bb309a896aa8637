/**
 * SQL condition on a row of `change_log`: it set a registrar lock that only a cancellation request can clear, by what is
 * stored of the domain (API description, section "Registrar lock").
 */
export const oneWayLockSql = `(kind = 'lock' and json_extract(change, '$.after') = 1 and exists (
  select 1 from facet where facet.account_id =
      coalesce((select into_id from merged_account where id = change_log.account_id), change_log.account_id)
    and thing = 'domain' and name = domain and facet = 'lock'
    and json_extract(data, '$.locked') = 1 and json_extract(data, '$.unlock_blocked') = 1))`
