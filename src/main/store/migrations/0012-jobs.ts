export const jobsSql = `
create table job (
  id text primary key,
  kind text not null,
  -- JSON
  subject text not null,
  created_at integer not null,
  started_at integer,
  ended_at integer,
  is_paused integer not null default 0,
  is_cancelled integer not null default 0,
  -- 0 while the items are being written. Such a job is deleted at the next start.
  is_complete integer not null default 0
) strict;
create index job_created on job (created_at);

create table job_item (
  job_id text not null references job (id) on delete cascade,
  position integer not null,
  -- Not a reference: the items of ended jobs stay when an account is removed.
  account_id text not null,
  domain text not null,
  state text not null,
  -- The estimated number of calls, and the number that was made.
  calls integer not null,
  calls_done integer not null default 0,
  -- Epoch milliseconds before which an item in state checking is not run again.
  run_again_at integer,
  ended_at integer,
  -- JSON
  error text,
  input text not null,
  progress text
) strict;
create unique index job_item_position on job_item (job_id, position);
create index job_item_open on job_item (job_id, account_id, position) where ended_at is null;
-- Covers the counts of a job.
create index job_item_state on job_item (job_id, state, account_id, position, calls, calls_done);
create index job_item_account_open on job_item (account_id) where ended_at is null;
`
