export const indexChangeLogByJobSql = `
-- Finds whether a job made changes that can be undone.
create index change_log_job on change_log (job_id) where job_id is not null;
`
