export const domainNameserversSql = `
-- The name servers of domains as last read, by search entry, for the search. In lower case, without a dot at the end.
create table domain_nameserver (
  host text not null,
  entry integer not null,
  primary key (host, entry)
) strict, without rowid;
create index domain_nameserver_entry on domain_nameserver (entry);
create trigger domain_nameserver_delete after delete on domain begin
  delete from domain_nameserver where entry = old.entry;
end;
insert or ignore into domain_nameserver (host, entry)
  select lower(rtrim(n.value, '.')), d.entry from facet f
  join domain d on d.account_id = f.account_id and d.name = f.name
  join json_each(case when json_valid(f.data) then f.data else '{}' end, '$.nameservers') n
  where f.thing = 'domain' and f.facet = 'nameservers' and d.entry is not null and n.type = 'text';
`
