export const domainAddressesAndRefusedZonesSql = `
-- Domains that have a record with an IP address, by search entry. Addresses are in the form of \`normalizeIpAddress\`.
create table domain_address (
  address text not null,
  entry integer not null,
  primary key (address, entry)
) strict, without rowid;
create index domain_address_entry on domain_address (entry);
create trigger domain_address_delete after delete on domain begin
  delete from domain_address where entry = old.entry;
end;
insert or ignore into domain_address (address, entry)
  select a.value, d.entry from record r join domain d on d.account_id = r.account_id and d.name = r.domain join json_each(addresses_in(r.content)) a
  where d.entry is not null;

-- The service refused the zone for a reason that is permanent.
alter table domain add column is_zone_refused integer not null default 0;
update domain set is_zone_refused = 1 where zone_read_at is null and exists (
  select 1 from facet f where f.account_id = domain.account_id and f.thing = 'domain' and f.name = domain.name and f.facet = 'zone'
    and case when json_valid(f.error) then json_extract(f.error, '$.status') end in (403, 404, 405));
create index domain_zone_unread on domain (account_id, name) where zone_read_at is null and is_zone_refused = 0 and status = 'active';
`
