import type { Account } from '#shared/ipc/accounts.ts'

type Translate = (key: string, values: Record<string, unknown>, plural: number) => string

/**
 * Says how many servers wait when a job for them starts, because their account is paused, or is read-only and the job
 * clears caches. `accounts`: the account of each server; null: not known. `mayClear`: a job that clears caches can
 * start.
 */
export function describeServersHeldByAccountSettings(
  accounts: readonly (Pick<Account, 'isPaused' | 'isReadOnly'> | null)[],
  mayClear: boolean,
  locale: string,
  t: Translate,
): string[] {
  const counts = {
    paused: accounts.filter((account) => account?.isPaused).length,
    readOnly: mayClear ? accounts.filter((account) => account?.isReadOnly && !account.isPaused).length : 0,
  }
  return (['paused', 'readOnly'] as const).flatMap((setting) => {
    const n = counts[setting]
    return n === 0 ? [] : [t(`serverVersions.estimate.waits.${setting}`, { n: n.toLocaleString(locale) }, n)]
  })
}
