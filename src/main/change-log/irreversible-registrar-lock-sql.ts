/**
 * SQL condition on `change_log`: the entry set a registrar lock, and the stored lock state says that only a
 * cancellation request can clear it (API description, section "Registrar lock").
 */
export const irreversibleRegistrarLockSql = `(kind = 'lock' and json_extract(change, '$.after') = 1 and exists (
  select 1 from facet where facet.account_id =
      coalesce((select into_id from merged_account where id = change_log.account_id), change_log.account_id)
    and thing = 'domain' and name = domain and facet = 'lock'
    and json_extract(data, '$.locked') = 1 and json_extract(data, '$.unlock_blocked') = 1))`
