/**
 * Names that the API description does not show. A world chooses one of three variants (`undocumented_names`), so that
 * tests can check that a client works with each of them.
 */
export const undocumentedFieldNameVariants = ['a', 'b', 'c'] as const
export type UndocumentedFieldNameVariant = (typeof undocumentedFieldNameVariants)[number]

const names = {
  domain: { a: 'domain', b: 'domain_name', c: 'name' },
  subdomain: { a: 'fqdn', b: 'subdomain', c: 'host_name' },
  documentRoot: { a: 'document_root', b: 'docroot', c: 'directory' },
  wordpressId: { a: 'id', b: 'wp_id', c: 'installation' },
  sshKeyId: { a: 'id', b: 'key_id', c: 'number' },
  publicKey: { a: 'public_key', b: 'key', c: 'authorized_key' },
  privateKey: { a: 'private_key', b: 'secret_key', c: 'pem' },
  sshState: { a: 'ssh_enabled', b: 'enabled', c: 'status' },
  database: { a: 'db_name', b: 'name', c: 'database' },
  databaseUser: { a: 'db_user', b: 'name', c: 'user' },
  logLines: { a: 'lines', b: 'log', c: 'entries' },
} as const satisfies Record<string, Record<UndocumentedFieldNameVariant, string>>

export function getUndocumentedFieldName(variant: UndocumentedFieldNameVariant, what: keyof typeof names): string {
  return names[what][variant]
}

/** Returns the list in an object under its own name, in an object with a count, or bare. */
export function wrapListAsVariant(
  variant: UndocumentedFieldNameVariant,
  name: string,
  rows: readonly unknown[],
): unknown {
  return { a: { [name]: rows }, b: { count: rows.length, items: rows }, c: rows }[variant]
}
