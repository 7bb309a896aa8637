import type { Account } from '#shared/ipc/accounts.ts'

/**
 * Returns why an account cannot have the label; null if it can. Orders and dialogs name the paying account by its
 * label, so each account has its own. `own`: the account that is edited, which may keep its label; null for a new one.
 */
export function findAccountLabelProblem(
  label: string,
  accounts: readonly Pick<Account, 'id' | 'label'>[],
  own: Pick<Account, 'id' | 'label'> | null,
): 'needsLabel' | 'labelTaken' | null {
  const normalize = (text: string) => text.trim().normalize('NFKC').toLowerCase()
  const wanted = normalize(label)
  if (wanted === '') return 'needsLabel'
  if (own !== null && normalize(own.label) === wanted) return null
  return accounts.some((each) => each.id !== own?.id && normalize(each.label) === wanted) ? 'labelTaken' : null
}
