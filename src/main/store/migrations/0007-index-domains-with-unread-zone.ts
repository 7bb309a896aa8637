export const indexDomainsWithUnreadZoneSql = `
-- A domain in any status may have an unread zone, not only an active domain.
drop index domain_zone_unread;
create index domain_zone_unread on domain (account_id, name) where zone_read_at is null and is_zone_refused = 0 and gone_since is null;
`
