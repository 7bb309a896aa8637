export const annotationsSql = `
-- What the user wrote about a domain or server. The service does not know it, so nothing can read it again. There are no
-- references: the row outlives the domain or server that it is about, and the account. A row without tags and note does not exist.
create table annotation (
  account_id text not null,
  kind text not null check (kind in ('domain', 'server')),
  name text not null,
  -- JSON array in the order of the keys.
  tags text not null default '[]',
  -- The keys of the tags, each between line feeds, for the filter.
  tag_keys text not null default '',
  note text not null default '',
  -- Normalized names, tags and note.
  search_text text not null,
  primary key (account_id, kind, name)
) strict, without rowid;

-- Every tag in use, with the spelling that was written first and the number of annotations that have it.
create table tag (
  key text primary key,
  label text not null,
  domains integer not null default 0,
  servers integer not null default 0
) strict, without rowid;
`
