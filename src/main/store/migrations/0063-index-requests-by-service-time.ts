export const indexRequestsByServiceTimeSql = `
-- The clock of this computer may have been set at any time, so log entries are compared by the time of the service.
create index request_service_time on request (key_id, service_at) where service_at is not null;
create index request_of_key on request (key_id, id);
`
