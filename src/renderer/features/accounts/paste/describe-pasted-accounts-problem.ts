import type { PastedAccountsProblem } from '#shared/pasted-accounts/pasted-accounts-problem.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** Says why a line cannot be used. The message quotes nothing from the line, because the line may hold a secret. */
export function describePastedAccountsProblem(problem: PastedAccountsProblem, t: Translate, locale: string): string {
  const { code, column, max, otherLine } = problem
  return t(`pasteAccounts.problem.${code}`, {
    column: column === undefined ? '' : t(`pasteAccounts.column.${column}`),
    max: max?.toLocaleString(locale) ?? '',
    otherLine: otherLine?.toLocaleString(locale) ?? '',
  })
}
