export const serverMemoReadAtSql = `
-- When the memo was set or read apart from the list, in epoch milliseconds. A list that was requested before keeps this memo. Null: never.
alter table server add column memo_read_at integer;
`
