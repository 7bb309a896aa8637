export const jobItemsThatContinueOtherItemsSql = `
-- The unfinished item of another job that the item continues. Not a reference: the older job is deleted first.
alter table job_item add column from_job_id text;
alter table job_item add column from_position integer;
create index job_item_from on job_item (from_job_id, from_position) where from_job_id is not null;
`
