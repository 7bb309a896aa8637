export const planAndPriceOffers = `
-- What an account is offered: its plans, its price list, as last read.
create table offer (
  account_id text not null references account (id) on delete cascade,
  list text not null check (list in ('plans', 'prices')),
  data text not null,
  read_at integer not null,
  primary key (account_id, list)
) strict, without rowid;

-- When a dry run last found the balance too small, and for how much: no intent tells it.
create table balance_refusal (
  account_id text primary key references account (id) on delete cascade,
  at integer not null,
  yen integer not null
) strict, without rowid;

-- Few entries are POSTs; those to paid paths are looked for among all that were ever kept.
create index log_entry_post on log_entry (account_id, at) where method = 'POST';
`
