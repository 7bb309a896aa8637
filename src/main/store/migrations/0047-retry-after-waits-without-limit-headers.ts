export const retryAfterWaitsWithoutLimitHeadersSql = `
-- How long 429 responses without rate-limit headers asked to wait; \`wait_ms\` counts only those with such headers from now on.
-- Waits of earlier versions stay in \`wait_ms\`: what caused them is not stored.
alter table requested_wait add column unexplained_wait_ms integer not null default 0;
`
