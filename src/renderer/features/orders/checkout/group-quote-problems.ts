import type { QuoteRow } from '#shared/ipc/quotes.ts'
import { getServiceInputErrors } from '#shared/app-error.ts'
import type { QuoteRowProblem } from './describe-quote-problem.ts'

export type QuoteRowWithProblem = Pick<QuoteRow, 'id' | 'item' | 'problem'>

/** Groups rows with the same problem. */
export interface QuoteProblemGroup {
  key: string
  problem: QuoteRowProblem
  rows: QuoteRowWithProblem[]
}

export function groupQuoteProblems(rows: readonly QuoteRowWithProblem[]): QuoteProblemGroup[] {
  const groups = new Map<string, QuoteProblemGroup>()
  for (const row of rows) {
    if (row.problem === null) continue
    const { reason, error } = row.problem
    const key = [reason, error?.kind, error?.code, error?.status, ...(error ? getServiceInputErrors(error) : [])].join(
      ' ',
    )
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { key, problem: row.problem, rows: [row] })
  }
  return [...groups.values()]
}
