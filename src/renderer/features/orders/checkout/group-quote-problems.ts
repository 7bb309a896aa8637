import type { WireError } from '#shared/app-error.ts'
import type { QuoteRow } from '#shared/ipc/quote-and-offer-schemas.ts'
import type { ErrorDescription } from '#renderer/ui/notices/describe-error.ts'
import { describeQuoteProblem, type QuoteRowProblem } from './describe-quote-problem.ts'

export type QuoteRowWithProblem = Pick<QuoteRow, 'id' | 'item' | 'problem'>

/** Rows whose problem has the same `description`. */
export interface QuoteProblemGroup {
  key: string
  problem: QuoteRowProblem
  description: ErrorDescription
  rows: QuoteRowWithProblem[]
}

/**
 * Groups rows by the text of their problem, in the current language. Rows of two accounts that may be called at
 * different times are two groups.
 */
export function groupQuoteProblems(
  rows: readonly QuoteRowWithProblem[],
  hasCauseEnded: (error: WireError) => boolean,
): QuoteProblemGroup[] {
  const groups = new Map<string, QuoteProblemGroup>()
  for (const row of rows) {
    const { problem } = row
    if (problem === null) continue
    const description = describeQuoteProblem(problem, hasCauseEnded)
    const { title, remedy, detail } = description
    const key = JSON.stringify([problem.reason, title, remedy, detail])
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { key, problem, description, rows: [row] })
  }
  return [...groups.values()]
}
