import { domainToUnicode } from 'node:url'
import type { WireError } from '#shared/app-error.ts'
import type { CsvCell } from '#shared/csv/csv-cell.ts'
import type { JobItem } from '#shared/ipc/jobs.ts'
import { getShownJobChangeResult } from '#shared/ipc/get-shown-result-of-job-change.ts'
import { getShownJobItemState } from '#shared/ipc/get-shown-state-of-job-item.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { formatChangeValues } from '#main/change-log/format-change-values.ts'
import { formatErrorMessageForCsv } from '#main/change-log/format-error-message-for-csv.ts'
import { formatCsv } from '#main/format-csv.ts'

/**
 * Texts of the window, by key: `heading.…`, `state.…`, `kind.…`, `result.…`, `step.…`, `stepState.…`, `error.…`,
 * `value.on`, `value.off` and `value.removedAccount`, and `value.progress` with `{done}` and `{total}`. A missing text
 * is replaced by the name in the contract.
 */
export type JobCsvLabels = Readonly<Record<string, string>>

/** The columns, by the names of their headings. `state` belongs to the domain or server, `result` to the change. */
const columns = [
  'account',
  'domain',
  'decoded',
  'state',
  'kind',
  'host',
  'type',
  'before',
  'after',
  'progress',
  'result',
  'code',
  'message',
  'endedAt',
] as const

/**
 * Returns the CSV in parts, one line for each change, or for an item whose changes are lost. The error of a change is
 * in its line. An error of the whole domain is in the lines of the changes that were to be made and were not.
 */
export function formatJobCsv(
  items: AsyncIterable<JobItem>,
  labelOf: (accountId: string) => string | null,
  labels: JobCsvLabels,
): Promise<string[]> {
  const find = (group: string, name: string) => labels[`${group}.${name}`] ?? name

  const formatProgress = (done: number, total: number) =>
    find('value', 'progress').replace('{done}', String(done)).replace('{total}', String(total))

  /** `lastLabel`: the label before the account was removed, if it is known. */
  const formatAccount = (accountId: string, lastLabel: string | null = null) =>
    labelOf(accountId) ?? lastLabel ?? find('value', 'removedAccount')

  function* toRows(item: JobItem): Generator<CsvCell[]> {
    const { accountId, domain, changes, newSite, work, error, endedAt, isWorkLost = false } = item
    const decoded = domainToUnicode(domain)
    const common = {
      account: formatAccount(accountId, item.accountLabel),
      domain,
      decoded: decoded === domain ? null : decoded,
      // A new site whose item is done may have a step that failed. Its lines have the results of the steps.
      state: newSite ? null : find('state', getShownJobItemState(item)),
      endedAt: endedAt === null ? null : formatJapanTime(endedAt),
    }
    for (const jobChange of changes) {
      const { change } = jobChange
      const cells: Partial<Record<(typeof columns)[number], CsvCell>> = {
        ...common,
        ...formatChangeValues(domain, change, { on: find('value', 'on'), off: find('value', 'off') }),
        kind: find('kind', change.kind),
        result: find('result', getShownJobChangeResult(item, jobChange)),
        ...toErrorCells(findErrorOfChange(item, jobChange), labels),
      }
      yield columns.map((name) => cells[name] ?? null)
    }
    if (isWorkLost) {
      const cells: Partial<Record<(typeof columns)[number], CsvCell>> = {
        ...common,
        ...(error && toErrorCells(error, labels)),
      }
      yield columns.map((name) => cells[name] ?? null)
    }
    if (work) {
      const cells: Partial<Record<(typeof columns)[number], CsvCell>> = {
        ...common,
        progress: work.total === null ? null : formatProgress(work.done, work.total),
        ...(error && toErrorCells(error, labels)),
      }
      yield columns.map((name) => cells[name] ?? null)
    }
    if (!newSite) return
    // `verification` and `dns` are left out: their record changes have lines of their own. The others are the server's.
    for (const { step, state: stepState, value, error: stepError } of newSite.steps) {
      if (step === 'verification' || step === 'dns') continue
      const result = find('stepState', stepState)
      // The value of this step is an answer of the service, and was not requested.
      const isAnswer = step === 'ssl' && value !== null
      const cells: Partial<Record<(typeof columns)[number], CsvCell>> = {
        ...common,
        account: formatAccount(newSite.server.accountId, item.serverAccountLabel),
        domain: newSite.server.servername,
        decoded: null,
        kind: find('step', step),
        after: step === 'add_domain' ? domain : isAnswer ? null : value,
        result: isAnswer ? `${result}: ${value}` : result,
        ...(stepError && toErrorCells(stepError, labels)),
      }
      yield columns.map((name) => cells[name] ?? null)
    }
  }

  async function* rows(): AsyncGenerator<CsvCell[]> {
    yield columns.map((name) => find('heading', name))
    for await (const item of items) yield* toRows(item)
  }
  return formatCsv(rows())
}

/**
 * Returns the error that concerns a change. If the item ended with one change, no other change has an error. If a step
 * of a new site has an error, the error of the item is that one. Otherwise, it is why the whole item waits or ended.
 */
function findErrorOfChange(
  { changes, error, newSite }: Pick<JobItem, 'changes' | 'error' | 'newSite'>,
  { result, step: stepOfChange, hasErrorOfItem }: JobItem['changes'][number],
): WireError | null {
  if (result === 'done' || result === 'not_needed') return null
  if (!hasErrorOfItem && changes.some((change) => change.hasErrorOfItem)) return null
  const steps = newSite?.steps ?? []
  if (steps.every((step) => step.error === null)) return error
  return steps.find(({ step }) => step === stepOfChange)?.error ?? null
}

function toErrorCells(error: WireError | null, labels: JobCsvLabels): { code: CsvCell; message: CsvCell } {
  return { code: error?.code ?? error?.kind ?? null, message: error && formatErrorMessageForCsv(error, labels) }
}
