export const retryAfterWaitsSql = `
-- Until when the service asked to wait (\`Retry-After\` of a 429), by account and limit class as in the rate ledger.
create table requested_wait (
  account_id text not null,
  limit_class text not null,
  -- Of the response: wall clock, epoch milliseconds, and milliseconds since the machine was started.
  at integer not null,
  up integer not null,
  wait_ms integer not null,
  primary key (account_id, limit_class)
) strict, without rowid;
`
