export const serviceClockTimeOfRequestsSql = `
-- The service's clock in the \`Date\` header of the response, epoch milliseconds; null without one. Its times in the execution
-- logs are of that clock.
alter table request add column service_at integer;
`
