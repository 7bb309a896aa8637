import type { Account } from '#shared/ipc/accounts.ts'
import { countListedRowsIfKnown } from '#renderer/account-data/unread-lists.ts'
import {
  countSelectedTargets,
  isLimitedToSelectedTargets,
  type ListKind,
} from '#renderer/account-data/list-permissions.ts'

type Translate = (key: string, values: Record<string, unknown>, count: number) => string

/**
 * How many domains or servers of an account are stored. If its current keys are restricted, also to how many: other
 * stored rows may come from a removed key. A dash if the number is not known.
 */
export function formatListCount(account: Account, listed: ListKind, t: Translate, locale: string): string {
  const count = countListedRowsIfKnown(account, listed)
  if (count === null) return '—'
  const n = count.toLocaleString(locale)
  if (!isLimitedToSelectedTargets(account, listed)) return n
  const selected = countSelectedTargets(account, listed)
  return t(`accounts.onlySelected.${listed}`, { n, selected: selected.toLocaleString(locale) }, selected)
}
