import type { MissingAccountsOfSavedView } from '#renderer/stores/saved-views.ts'

type Translate = (key: string, values: Record<string, unknown>, plural: number) => string

/** Says which accounts a view lacks, and that it shows all accounts if none of its own is left. Null: it lacks none. */
export function describeMissingAccountsOfView(
  { count, isNoneLeft }: MissingAccountsOfSavedView,
  t: Translate,
  locale: string,
): string | null {
  if (count === 0) return null
  const key = isNoneLeft ? 'listTools.views.allAccountsMissing' : 'listTools.views.accountsMissing'
  return t(key, { n: count.toLocaleString(locale) }, count)
}
