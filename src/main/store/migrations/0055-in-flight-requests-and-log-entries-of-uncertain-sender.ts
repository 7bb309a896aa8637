export const inFlightRequestsAndLogEntriesOfUncertainSenderSql = `
-- 1 while the request is in flight: set before it is sent, cleared when its outcome is stored.
alter table request add column is_in_flight integer not null default 0;
create index request_in_flight on request (id) where is_in_flight = 1;
-- 1 if the entry matches a request of this app whose answer is not known, so another program may have caused the entry.
-- A copy, because requests are pruned sooner than log entries.
alter table log_entry add column is_sender_uncertain integer not null default 0;
`
