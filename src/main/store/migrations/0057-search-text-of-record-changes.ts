const recordTextSql = (side: 'before' | 'after') =>
  `coalesce(char(10) || json_extract(change, '$.${side}.host') || ' ttl ' || json_extract(change, '$.${side}.ttl') || ' ' ||
   coalesce(json_extract(change, '$.${side}.priority'), ''), '')`
const recordTextsSql = `lower(${recordTextSql('before')} || ${recordTextSql('after')})`

export const searchTextOfRecordChangesSql = `
-- The texts lacked hosts as they are shown, such as @, and the TTLs and priorities of detected changes.
update change_log set search_text = search_text || ${recordTextsSql}
where kind in ('add', 'change', 'delete') and json_valid(change);
update seen_change set search_text = search_text || ${recordTextsSql}
where field = 'record' and json_valid(change);
`
