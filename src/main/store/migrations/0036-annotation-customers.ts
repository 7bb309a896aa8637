export const annotationCustomersSql = `
-- The user's own customer to whom a domain or server belongs, and its normalized name. Empty: none.
alter table annotation add column customer text not null default '';
alter table annotation add column customer_key text not null default '';
create index annotation_by_customer on annotation (customer_key) where customer_key <> '';

-- Every customer in use, in one spelling, with the number of annotations that name it.
create table customer (
  key text primary key,
  label text not null,
  domains integer not null default 0,
  servers integer not null default 0
) strict, without rowid;
`
