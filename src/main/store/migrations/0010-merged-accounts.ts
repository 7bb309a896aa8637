export const mergedAccountsSql = `
-- Accounts that were merged into another account. Orders in the journal keep the ID of the account that confirmed them.
create table merged_account (
  id text primary key,
  into_id text not null
) strict, without rowid;
`
