/** Returns a key for a domain or server that is unique across accounts, for maps, selections and table rows. */
export function getResourceKey({ accountId, name }: { accountId: string; name: string }): string {
  return `${accountId}/${name}`
}
