export const searchTextOfServerChangesSql = `
-- The text lacked what the change concerns, such as a hosted domain or a database.
update change_log set search_text = search_text || char(10) || lower(json_extract(change, '$.subject'))
where kind = 'server' and json_valid(change) and json_extract(change, '$.subject') is not null;
`
