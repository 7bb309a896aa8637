export const accountProxySql = `
-- The proxy that the calls of the account go through: its origin, null for none; its user, empty for none; and the name of its
-- password in the keychain.
alter table account add column proxy_url text;
alter table account add column proxy_user text not null default '';
alter table account add column proxy_secret_id text;
`
