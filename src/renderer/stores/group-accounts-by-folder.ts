import type { Account } from '#shared/ipc/accounts.ts'

export interface AccountFolder {
  name: string
  accounts: Account[]
}

/** Groups accounts by folder; accounts without a folder come first. Folders and accounts are sorted by the collation of `language`. */
export function groupAccountsByFolder(accounts: readonly Account[], language: string): AccountFolder[] {
  const compare = new Intl.Collator(language, { numeric: true }).compare
  const names = [...new Set(accounts.map((account) => account.folder))].sort(compare)
  return names.map((name) => ({
    name,
    accounts: accounts
      .filter((account) => account.folder === name)
      .sort((one, other) => compare(one.label, other.label)),
  }))
}
