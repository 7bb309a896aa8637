export const jobSecretsSql = `
-- What an open item needs and nobody may read, such as a password. Encrypted with a key from the keychain.
create table job_secret (
  job_id text not null,
  position integer not null,
  sealed text not null,
  primary key (job_id, position)
) strict, without rowid;

create trigger job_secret_ended after update of ended_at on job_item when new.ended_at is not null begin
  delete from job_secret where job_id = new.job_id and position = new.position;
end;
create trigger job_secret_deleted after delete on job_item begin
  delete from job_secret where job_id = old.job_id and position = old.position;
end;
`
