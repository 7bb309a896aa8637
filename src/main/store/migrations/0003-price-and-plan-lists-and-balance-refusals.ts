export const priceAndPlanListsAndBalanceRefusalsSql = `
-- The plans and the price list that an account is offered, as last read.
create table offer (
  account_id text not null references account (id) on delete cascade,
  list text not null check (list in ('plans', 'prices')),
  data text not null,
  read_at integer not null,
  primary key (account_id, list)
) strict, without rowid;

-- The last dry run that failed because the balance was too small: when, and for which amount. No intent records this.
create table balance_refusal (
  account_id text primary key references account (id) on delete cascade,
  at integer not null,
  yen integer not null
) strict, without rowid;

-- POSTs are few, and those to paid paths are searched in the whole log.
create index log_entry_post on log_entry (account_id, at) where method = 'POST';
`
