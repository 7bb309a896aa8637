import { inputErrors } from '#shared/errors.ts'
import type { QuoteRow } from '#shared/ipc/orders.ts'
import { i18n } from '../../../text/i18n.ts'
import { describeError, type ErrorDescription } from '../../../ui/describe-error.ts'

export type Problem = NonNullable<QuoteRow['problem']>

/** Problems of which the error says more than the reason does. */
const toldByError: readonly Problem['reason'][] = ['refused', 'unread', 'not_active']

/** Why a row cannot be bought and what to do about it, in the language shown. */
export function describeProblem({ reason, error }: Problem): ErrorDescription {
  const { t } = i18n.global
  if (error !== null && toldByError.includes(reason)) return describeError(error)
  const key = `shop.problem.${reason}`
  return { title: t(`${key}.title`), remedy: t(`${key}.remedy`), detail: error === null ? null : describeError(error).detail }
}

export type RowWithProblem = Pick<QuoteRow, 'id' | 'item' | 'problem'>

/** Rows with the same problem, told once. */
export interface ProblemGroup {
  key: string
  problem: Problem
  rows: RowWithProblem[]
}

export function groupProblems(rows: readonly RowWithProblem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>()
  for (const row of rows) {
    if (row.problem === null) continue
    const { reason, error } = row.problem
    const key = [reason, error?.kind, error?.code, error?.status, ...(error ? inputErrors(error) : [])].join(' ')
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { key, problem: row.problem, rows: [row] })
  }
  return [...groups.values()]
}
