import type { Account } from '#shared/ipc/accounts.ts'
import { countListedRowsIfKnown } from '#renderer/account-data/explain-missing-lists-ages-and-counts.ts'
import { type DomainOrServerListName } from '#renderer/account-data/may-account-read-list.ts'
import {
  countTargetsAccountKeysAreLimitedTo,
  areAccountKeysLimitedToTargets,
} from '#renderer/account-data/are-account-keys-limited-to-targets.ts'

type Translate = (key: string, values: Record<string, unknown>, count: number) => string

/**
 * `count`: how many domains or servers of an account are stored; a dash if the number is not known. `restriction`: how
 * many of them the current keys are limited to. Null: the keys are not limited, or the count is not known.
 */
export function describeStoredAndKeyLimitedCounts(
  account: Account,
  listed: DomainOrServerListName,
  t: Translate,
  locale: string,
): { count: string; restriction: string | null } {
  const known = countListedRowsIfKnown(account, listed)
  if (known === null) return { count: '—', restriction: null }
  const count = known.toLocaleString(locale)
  if (!areAccountKeysLimitedToTargets(account, listed)) return { count, restriction: null }
  const selected = countTargetsAccountKeysAreLimitedTo(account, listed)
  return { count, restriction: t(`accounts.onlySelected.${listed}`, { n: selected.toLocaleString(locale) }, selected) }
}
