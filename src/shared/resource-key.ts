/** The key of a domain or server among all accounts, for maps, selections and table rows. */
export function resourceKey({ accountId, name }: { accountId: string; name: string }): string {
  return `${accountId}/${name}`
}
