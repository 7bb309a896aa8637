import { removeFormulaApostrophe } from '#shared/csv/csv-cell.ts'
import { scanCsvRow } from '#shared/csv/scan-csv-row.ts'
import { isValidCustomerName, normalizeCustomer } from '#shared/customer-name-rules.ts'
import { maxNoteLength, type Annotation, type AnnotationTarget } from '#shared/ipc/annotations.ts'
import {
  annotationCsvColumns,
  annotationCsvLimits,
  type AnnotationCsvChange,
  type AnnotationCsvFinding,
} from '#shared/ipc/tag-customer-and-note-csv-commands.ts'
import { isValidTag, maxTagsPerResource, splitTags } from '#shared/tag-rules.ts'

export interface AnnotationCsvContent {
  /** All usable rows, including those that change nothing. */
  rows: AnnotationCsvChange[]
  /** The rows that are left out. */
  findings: AnnotationCsvFinding[]
  /** What ended the reading before the end of the file; null: it was read to its end. */
  cutOff: AnnotationCsvFinding | null
}

/** Finds the stored accounts, domains and servers by the names in the file. */
export interface AnnotationTargetFinder {
  hasAccount(label: string): boolean
  /**
   * Returns the stored domains and servers with this name in the account with this label. If `account` is empty,
   * searches all accounts.
   */
  find(name: string, account: string): AnnotationTarget[]
  annotationOf(target: AnnotationTarget): Annotation
}

type Column = (typeof annotationCsvColumns)[number]
type Problem = AnnotationCsvFinding['problem']

const rowsPerSlice = 200
const maxShownCharacters = 200
const rowProblems = {
  unclosedQuote: 'unclosedQuote',
  textAfterQuote: 'textAfterQuote',
  tooLong: 'rowTooLong',
} as const satisfies Record<string, Problem>

/**
 * Reads a CSV file whose first row names the columns, in any order: `name`, and any of `account`, `tags`, `customer`
 * and `note`. A column that the file has replaces what is stored, also with an empty cell. A row that cannot be used is
 * a finding. The generator yields between slices of its work.
 */
export function* parseAnnotationCsv(
  file: string,
  targetFinder: AnnotationTargetFinder,
): Generator<void, AnnotationCsvContent> {
  const content: AnnotationCsvContent = { rows: [], findings: [], cutOff: null }
  const seen = new Set<string>()
  const separator = /^[^\r\n,]*\t/u.test(file) ? '\t' : ','
  let columns: Map<Column, number> | null = null
  let line = 1
  for (let from = 0, count = 0; from < file.length; count += 1) {
    const row = scanCsvRow(file, from, annotationCsvLimits.rowCharacters, separator)
    const text = file.slice(from, Math.min(row.nextRowStart, from + maxShownCharacters)).trimEnd()
    const place = { line, text }
    from = Math.max(row.nextRowStart, from + 1)
    line += row.lineEndCount
    const cells = row.cells.map((cell) => removeFormulaApostrophe(cell).trim())
    if (row.problem !== null) {
      const finding = { ...place, problem: rowProblems[row.problem] }
      // After `textAfterQuote`, the next row is known. After the other problems, the end of the row is not known, so
      // the reading stops.
      if (row.problem === 'textAfterQuote') {
        content.findings.push(finding)
        continue
      }
      content.cutOff = finding
      break
    }
    if (cells.every((cell) => cell === '')) continue
    if (columns === null) {
      columns = findColumns(cells)
      if (columns !== null) continue
      content.cutOff = { ...place, problem: 'noHeading' }
      break
    }
    if (count > annotationCsvLimits.rows) {
      content.cutOff = { ...place, problem: 'tooManyRows' }
      break
    }
    const read = readRow(columns, cells, targetFinder, seen)
    if (typeof read === 'string') content.findings.push({ ...place, problem: read })
    else content.rows.push(read)
    if (count % rowsPerSlice === rowsPerSlice - 1) yield
  }
  return content
}

/** Returns null without a column of names, or without a column to import. */
function findColumns(cells: readonly string[]): Map<Column, number> | null {
  const columns = new Map<Column, number>()
  for (const column of annotationCsvColumns) {
    const index = cells.findIndex((cell) => cell.toLowerCase() === column)
    if (index >= 0) columns.set(column, index)
  }
  const imported = ['tags', 'customer', 'note'] as const
  return columns.has('name') && imported.some((column) => columns.has(column)) ? columns : null
}

function readRow(
  columns: ReadonlyMap<Column, number>,
  cells: readonly string[],
  targetFinder: AnnotationTargetFinder,
  seen: Set<string>,
): AnnotationCsvChange | Problem {
  const cellOf = (column: Column): string => cells[columns.get(column) ?? -1] ?? ''
  if (cells.some((cell) => /[\0\ufffd]/u.test(cell))) return 'undecodable'
  const account = cellOf('account')
  if (account !== '' && !targetFinder.hasAccount(account)) return 'unknownAccount'
  const [target, ...others] = targetFinder.find(cellOf('name'), account)
  if (!target) return 'unknownName'
  if (others.length > 0) {
    const canAccountTellApart = account === '' && others.some(({ accountId }) => accountId !== target.accountId)
    return canAccountTellApart ? 'severalAccounts' : 'severalOfOneAccount'
  }
  const before = targetFinder.annotationOf(target)
  const tags = columns.has('tags') ? splitTags(cellOf('tags')) : before.tags
  if (!tags.every(isValidTag)) return 'tagTooLong'
  if (tags.length > maxTagsPerResource) return 'tooManyTags'
  const customer = columns.has('customer') ? normalizeCustomer(cellOf('customer')) : before.customer
  if (!isValidCustomerName(customer)) return 'customerTooLong'
  const noteCell = cellOf('note').replaceAll(/\r\n?/g, '\n')
  // Cells are trimmed, and a difference that nobody sees is no change.
  const note = columns.has('note') && noteCell !== before.note.trim() ? noteCell : before.note
  if (note.length > maxNoteLength) return 'noteTooLong'
  const key = JSON.stringify([target.accountId, target.kind, target.name])
  if (seen.has(key)) return 'repeated'
  seen.add(key)
  return { target, before, after: { tags, customer, note } }
}
