export const domainSnapshotsSql = `
-- The state of a domain at one time. A part that was not read is null; the parts are JSON.
create table snapshot (
  id text primary key,
  account_id text not null,
  domain text not null,
  taken_at integer not null,
  read_at integer not null,
  reason text not null,
  job_id text,
  records text,
  nameservers text,
  whois text,
  lock integer
) strict;
create index snapshot_domain on snapshot (domain, account_id, taken_at);
create index snapshot_job on snapshot (job_id) where job_id is not null;
`
