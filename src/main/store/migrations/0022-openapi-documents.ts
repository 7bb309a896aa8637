export const openapiDocumentsSql = `
-- OpenAPI documents that the user imported, one per service (host, port and path of the base URLs of its accounts).
-- facts: the properties of the document that the window shows, as JSON. packed: the document as compressed JSON.
-- They contain no secret.
create table openapi_document (
  service text primary key,
  id text not null unique,
  base_url text not null,
  file_name text not null,
  imported_at integer not null,
  facts text not null,
  packed blob not null
) strict;

-- Readings that are shown on the page of each server of the service. pin: JSON.
create table openapi_pin (
  position integer primary key autoincrement,
  id text not null unique,
  service text not null,
  pin text not null
) strict;
`
