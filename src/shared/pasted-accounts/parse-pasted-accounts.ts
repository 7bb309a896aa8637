import { removeFormulaApostrophe } from '#shared/csv/csv-cell.ts'
import { scanCsvRow } from '#shared/csv/scan-csv-row.ts'
import { maxKeyLabelLength } from '#shared/unique-key-label.ts'
import {
  pastedAccountColumns,
  findPastedAccountColumnByHeading,
  type PastedAccountColumn,
} from './pasted-account-columns.ts'
import type { PastedAccountsProblem } from './pasted-accounts-problem.ts'

/** A line that can be used: one key of one account. */
export interface PastedAccountRow extends Record<PastedAccountColumn, string> {
  /** The first line is 1. */
  line: number
}

export interface ParsedPastedAccounts {
  rows: PastedAccountRow[]
  problems: PastedAccountsProblem[]
  /** Numbers of the columns whose name in the heading row is unknown. Their cells are not read. The first is 1. */
  ignoredColumns: number[]
}

export const pastedAccountsLimits = {
  characters: 1_000_000,
  lines: 200,
  rowCharacters: 10_000,
  label: 60,
  folder: 60,
  baseUrl: 2000,
  keyLabel: maxKeyLabelLength,
  secret: 2000,
} as const

/**
 * Reads a pasted table of accounts and API keys: cells from a spreadsheet (separated by tabs) or CSV. A first row that
 * names at least two columns (`findPastedAccountColumnByHeading`) sets their order; otherwise the order is
 * `pastedAccountColumns`. Empty lines are skipped. Rows with the same label and base URL are keys of one account.
 * `defaultBaseUrl` replaces an empty base URL. A line that cannot be used is a problem; the others count.
 */
export function parsePastedAccounts(text: string, defaultBaseUrl: string): ParsedPastedAccounts {
  const table: ParsedPastedAccounts = { rows: [], problems: [], ignoredColumns: [] }
  const { problems } = table
  if (text.length > pastedAccountsLimits.characters) {
    problems.push({ line: 1, code: 'tableTooLarge', max: pastedAccountsLimits.characters })
    return table
  }
  const separator = findSeparator(text)
  let columns: readonly (PastedAccountColumn | null)[] | null = null
  let line = 1
  for (let from = text.startsWith('\ufeff') ? 1 : 0; from < text.length;) {
    const row = scanCsvRow(text, from, pastedAccountsLimits.rowCharacters, separator)
    const at = line
    from = Math.max(row.nextRowStart, from + 1)
    line += row.lineEndCount
    const cells = row.cells.map(readCell)
    if (row.problem === null && cells.every((cell) => cell === '')) continue
    if (table.rows.length + problems.length === pastedAccountsLimits.lines) {
      problems.push({ line: at, code: 'tooManyLines', max: pastedAccountsLimits.lines })
      break
    }
    if (row.problem !== null) {
      problems.push({ line: at, code: row.problem, max: pastedAccountsLimits.rowCharacters })
      // The end of a row that is too long or has an open quotation mark cannot be found.
      if (row.problem !== 'textAfterQuote') break
      continue
    }
    if (columns === null) {
      const named = cells.map(findPastedAccountColumnByHeading)
      const isHeading = named.filter((name) => name !== null).length > 1
      columns = isHeading ? named : pastedAccountColumns
      if (isHeading) {
        const problem = checkHeading(named, at)
        if (problem) return { ...table, problems: [...problems, problem] }
        table.ignoredColumns = named.flatMap((name, index) => (name === null && cells[index] !== '' ? [index + 1] : []))
        continue
      }
    }
    const read = readRow(cells, columns, at, defaultBaseUrl)
    if ('code' in read) problems.push(read)
    else table.rows.push(read)
  }
  table.rows = removeContradictions(table.rows, problems)
  problems.sort((one, other) => one.line - other.line)
  return table
}

/** Returns a key that is equal for all rows of one account. */
export function getPastedAccountGroupingKey({ label, baseUrl }: Pick<PastedAccountRow, 'label' | 'baseUrl'>): string {
  const [, scheme = 'https', host = '', path = ''] = /^(?:([a-z]+):\/\/)?([^/]*)(.*)$/isu.exec(baseUrl) ?? []
  const end = path.replace(/\/+$/u, '').replace(/\/v1$/u, '')
  return JSON.stringify([label, scheme.toLowerCase(), host.toLowerCase(), end])
}

/** A line break in a quoted cell becomes a blank, because labels have one line. */
function readCell(cell: string): string {
  return removeFormulaApostrophe(cell)
    .trim()
    .replaceAll(/[\t\r\n]+/gu, ' ')
}

function checkHeading(named: readonly (PastedAccountColumn | null)[], line: number): PastedAccountsProblem | null {
  const twice = named.find((name, index) => name !== null && named.indexOf(name) !== index)
  if (twice) return { line, code: 'headingNamesColumnTwice', column: twice }
  const missing = (['label', 'secret'] as const).find((name) => !named.includes(name))
  return missing === undefined ? null : { line, code: 'headingLacksColumn', column: missing }
}

function readRow(
  cells: readonly string[],
  columns: readonly (PastedAccountColumn | null)[],
  line: number,
  defaultBaseUrl: string,
): PastedAccountRow | PastedAccountsProblem {
  if (cells.some((cell) => /[\0\ufffd]/u.test(cell))) return { line, code: 'undecodable' }
  if (cells.findLastIndex((cell) => cell !== '') >= columns.length)
    return { line, code: 'tooManyCells', max: columns.length }
  const row: PastedAccountRow = { line, label: '', folder: '', baseUrl: '', keyLabel: '', secret: '' }
  for (const [index, column] of columns.entries()) if (column !== null) row[column] = cells[index] ?? ''
  row.baseUrl ||= defaultBaseUrl.trim()
  for (const column of pastedAccountColumns) {
    const isRequired = column === 'label' || column === 'baseUrl' || column === 'secret'
    if (isRequired && row[column] === '') return { line, code: 'missing', column }
    if (row[column].length > pastedAccountsLimits[column])
      return { line, code: 'cellTooLong', column, max: pastedAccountsLimits[column] }
  }
  if (!isLikeBaseUrl(row.baseUrl)) return { line, code: 'baseUrlForm', column: 'baseUrl' }
  // API description, section "Authentication": the key is sent in a header.
  if (!/^[\x21-\x7e]+$/u.test(row.secret)) return { line, code: 'keyCharacters', column: 'secret' }
  return row
}

/** A coarse check, so that a key in the column of the base URL is noticed. The main process parses the URL. */
function isLikeBaseUrl(text: string): boolean {
  return /^(?:https?:\/\/)?(?:localhost|\[[0-9a-f:.]+\]|[^\s/\\?#@[\]:]+\.[^\s/\\?#@[\]:]+)(?::\d+)?(?:\/[^\s\\?#]*)?$/iu.test(
    text,
  )
}

/** Returns the rows without those that repeat or contradict an earlier row; their problems are added. */
function removeContradictions(
  rows: readonly PastedAccountRow[],
  problems: PastedAccountsProblem[],
): PastedAccountRow[] {
  const secrets = new Map<string, number>()
  for (const { secret, line } of rows) if (!secrets.has(secret)) secrets.set(secret, line)
  const folders = new Map<string, PastedAccountRow>()
  const keyLabels = new Map<string, number>()
  return rows.filter((row) => {
    const { line, secret, folder, keyLabel } = row
    const misplaced = (['label', 'folder', 'keyLabel'] as const).find((column) => secrets.has(row[column]))
    if (misplaced) return refuse({ line, code: 'keyInOtherColumn', column: misplaced })
    const first = secrets.get(secret)
    if (first !== undefined && first !== line) return refuse({ line, code: 'keyGivenTwice', otherLine: first })
    const account = getPastedAccountGroupingKey(row)
    const foldered = folders.get(account)
    if (folder !== '' && foldered && foldered.folder !== folder)
      return refuse({ line, code: 'otherFolder', otherLine: foldered.line })
    const labelled = JSON.stringify([account, keyLabel])
    const sameLabel = keyLabel === '' ? undefined : keyLabels.get(labelled)
    if (sameLabel !== undefined) return refuse({ line, code: 'keyLabelGivenTwice', otherLine: sameLabel })
    if (folder !== '' && !foldered) folders.set(account, row)
    keyLabels.set(labelled, line)
    return true
  })

  function refuse(problem: PastedAccountsProblem): false {
    problems.push(problem)
    return false
  }
}

/** Returns a tab, if the first line with text has one outside quotation marks. */
function findSeparator(text: string): ',' | '\t' {
  const start = /^\ufeff?(?:[^\S\r\n]*[\r\n])*/u.exec(text)?.[0].length ?? 0
  return scanCsvRow(text, start, pastedAccountsLimits.rowCharacters, '\t').cells.length > 1 ? '\t' : ','
}
