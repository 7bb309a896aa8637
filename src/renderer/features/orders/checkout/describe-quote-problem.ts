import { serviceInputErrors } from '#shared/app-error.ts'
import type { QuoteRow } from '#shared/ipc/quotes.ts'
import { i18n } from '#renderer/text/i18n.ts'
import { describeError, type ErrorDescription } from '#renderer/ui/notices/describe-error.ts'

export type QuoteRowProblem = NonNullable<QuoteRow['problem']>

/** Problems whose error says more than the text of the reason. */
const describedByError: readonly QuoteRowProblem['reason'][] = ['refused', 'data_not_read', 'not_active']

/** Why a row cannot be bought and what to do about it, in the current language. */
export function describeQuoteProblem({ reason, error }: QuoteRowProblem): ErrorDescription {
  const { t } = i18n.global
  if (error !== null && describedByError.includes(reason)) return describeError(error)
  const key = `purchase.problem.${reason}`
  return {
    title: t(`${key}.title`),
    remedy: t(`${key}.remedy`),
    detail: error === null ? null : describeError(error).detail,
  }
}

export type RowWithProblem = Pick<QuoteRow, 'id' | 'item' | 'problem'>

/** Groups rows with the same problem. */
export interface QuoteProblemGroup {
  key: string
  problem: QuoteRowProblem
  rows: RowWithProblem[]
}

export function groupQuoteProblems(rows: readonly RowWithProblem[]): QuoteProblemGroup[] {
  const groups = new Map<string, QuoteProblemGroup>()
  for (const row of rows) {
    if (row.problem === null) continue
    const { reason, error } = row.problem
    const key = [reason, error?.kind, error?.code, error?.status, ...(error ? serviceInputErrors(error) : [])].join(' ')
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { key, problem: row.problem, rows: [row] })
  }
  return [...groups.values()]
}
