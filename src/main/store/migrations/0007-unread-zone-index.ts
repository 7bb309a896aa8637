export const unreadZoneIndex = `
-- Domains of every status have a zone that may be unread, not only active ones.
drop index domain_zone_unread;
create index domain_zone_unread on domain (account_id, name) where zone_read_at is null and is_zone_refused = 0 and gone_since is null;
`
