import { compareInNaturalOrder } from '#shared/compare-in-natural-order.ts'
import type { Account } from '#shared/ipc/accounts.ts'

export interface AccountFolder {
  name: string
  accounts: Account[]
}

/** Groups accounts by folder; accounts without a folder come first. Folders and accounts are sorted by name. */
export function groupAccountsByFolder(accounts: readonly Account[]): AccountFolder[] {
  const names = [...new Set(accounts.map((account) => account.folder))].sort(compareInNaturalOrder)
  return names.map((name) => ({
    name,
    accounts: accounts
      .filter((account) => account.folder === name)
      .sort((one, other) => compareInNaturalOrder(one.label, other.label)),
  }))
}
