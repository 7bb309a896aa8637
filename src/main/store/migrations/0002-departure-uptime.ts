export const departureUptime = `
-- \`up\`: milliseconds since the machine was started, which no change of the wall clock moves. Few rows, read once at start: an index
-- cost more than the calls it counted.
drop index departure_class;
alter table departure add column up real not null default 0;
`
