import { removeFormulaApostrophe } from '#shared/csv/csv-cell.ts'
import { scanCsvRow, type CsvRow } from '#shared/csv/scan-csv-row.ts'
import type { Idna } from '#shared/idna-interface.ts'
import { parseDomainNames } from '#shared/extract-and-parse-domain-names.ts'
import type { DomainChangeCsvErrorCode, DomainChangeCsvLineError } from './domain-change-csv-finding-codes.ts'
import type { CsvLineChange } from './csv-line-change.ts'
import { parseCsvLineChange } from './parse-csv-line-change.ts'

/** A line that can be used. */
export interface DomainChangeCsvLine {
  /** The first line is 1. */
  line: number
  /** The beginning of the line. */
  text: string
  /** Punycode. */
  domain: string
  change: CsvLineChange
}

export interface DomainChangeCsvContent {
  lines: DomainChangeCsvLine[]
  findings: DomainChangeCsvLineError[]
}

export const domainChangeCsvLimits = { bytes: 16 * 1024 * 1024, lines: 100_000, rowCharacters: 10_000 } as const

export const domainChangeCsvColumns = ['domain', 'what', 'value'] as const

const maxShownCharacters = 200
/** The generator yields after it has read this many characters. */
const charactersPerChunk = 65_536
/** Added to the characters of each row, because checking a row takes about as long as reading this many characters. */
const checkCostInCharacters = 512

const rowProblems = {
  unclosedQuote: 'csvUnclosedQuote',
  textAfterQuote: 'csvTextAfterQuote',
  tooLong: 'csvTooLong',
} as const satisfies Record<string, DomainChangeCsvErrorCode>

/**
 * Reads a CSV file of changes: each line has a domain, what to change (`csvLineChangeKinds`) and the value. Cells
 * copied from a spreadsheet, with tabs between them, are read, too. A first row with the names of the columns, empty
 * lines and lines that begin with `#` are skipped. A line that cannot be used becomes a finding; the other lines are
 * still returned. The generator yields between chunks.
 */
export function* parseDomainChangeCsv(file: string, idna: Idna): Generator<void, DomainChangeCsvContent> {
  const content: DomainChangeCsvContent = { lines: [], findings: [] }
  const refuse = (
    place: Pick<DomainChangeCsvLine, 'line' | 'text'>,
    code: DomainChangeCsvLineError['code'],
    values: DomainChangeCsvLineError['values'] = {},
  ) => void content.findings.push({ ...place, code, severity: 'error', values })
  if (file.length > domainChangeCsvLimits.bytes) {
    refuse({ line: 1, text: '' }, 'csvTooLarge', { max: domainChangeCsvLimits.bytes / (1024 * 1024) })
    return content
  }
  const { rowCharacters, lines: maxLines } = domainChangeCsvLimits
  const start = file.startsWith('\ufeff') ? 1 : 0
  const separator = findSeparator(file, start)
  const names = new Map<string, string | null>()
  const set = new Set<string>()
  let isFirst = true
  let line = 1
  let left = charactersPerChunk
  for (let from = start; from < file.length;) {
    const row = file[from] === '#' ? scanCommentLine(file, from) : scanCsvRow(file, from, rowCharacters, separator)
    const text = file.slice(from, Math.min(row.nextRowStart, from + maxShownCharacters)).trimEnd()
    const place = { line, text }
    left -= checkCostInCharacters + row.nextRowStart - from
    const rest = file.slice(from, row.nextRowStart)
    from = Math.max(row.nextRowStart, from + 1)
    line += row.lineEndCount
    if (content.lines.length + content.findings.length === maxLines) {
      refuse(place, 'csvTooManyLines', { max: maxLines })
      break
    }
    const cells = row.cells.map((cell) => removeFormulaApostrophe(cell).trim())
    const last = cells.findLastIndex((cell) => cell !== '')
    const [typed = '', what = '', value = ''] = cells
    if (row.problem !== null) refuse(place, rowProblems[row.problem], { max: rowCharacters })
    else if (last !== -1 && !typed.startsWith('#')) {
      const isHeading = isFirst && domainChangeCsvColumns.every((name, index) => cells[index]?.toLowerCase() === name)
      isFirst = false
      if (!isHeading) readLine(place, { typed, what, value, last, hasWhat: cells.length > 1, rest })
    }
    // The end of a row that is too long or has an open quotation mark cannot be found.
    if (row.problem === 'tooLong' || row.problem === 'unclosedQuote') break
    if (left > 0) continue
    left = charactersPerChunk
    yield
  }
  return content

  function readLine(
    place: Pick<DomainChangeCsvLine, 'line' | 'text'>,
    row: { typed: string; what: string; value: string; last: number; hasWhat: boolean; rest: string },
  ): void {
    const { typed, what, value } = row
    if (/[\0\ufffd]/.test(row.rest)) return refuse(place, 'csvUndecodable')
    if (row.last >= domainChangeCsvColumns.length)
      return refuse(place, 'csvTooManyColumns', { max: domainChangeCsvColumns.length })
    if (!row.hasWhat) return refuse(place, 'csvTooFewColumns', { min: domainChangeCsvColumns.length })
    let domain = names.get(typed)
    if (domain === undefined) {
      domain = parseDomainNames([typed], [], idna)[0]?.name ?? null
      names.set(typed, domain)
    }
    if (domain === null) return refuse(place, 'csvInvalidDomain', { domain: typed })
    const { change, problem } = parseCsvLineChange(what, value, domain, idna)
    if (problem) return refuse(place, problem.code, problem.values)
    const key = settingKey(change)
    if (key !== null) {
      if (set.has(`${domain} ${key}`)) return refuse(place, 'csvSetTwice', { what })
      set.add(`${domain} ${key}`)
    }
    content.lines.push({ ...place, domain, change })
  }
}

/** Quotation marks and separators have no meaning in a comment. */
function scanCommentLine(file: string, from: number): CsvRow {
  const lineEnd = /\r\n?|\n/g
  lineEnd.lastIndex = from
  const found = lineEnd.exec(file)
  return {
    cells: [],
    nextRowStart: found ? lineEnd.lastIndex : file.length,
    lineEndCount: found ? 1 : 0,
    problem: null,
  }
}

/**
 * Key of a setting that a domain has only once: a second line for it would contradict the first. Null: a change of
 * records.
 */
function settingKey(change: CsvLineChange): string | null {
  switch (change.kind) {
    case 'nameservers':
    case 'lock':
    case 'whois_privacy':
      return change.kind
    case 'whois_field':
      return change.field
    default:
      return null
  }
}

/** Returns a tab, if the first line that is no comment has one before any comma. */
function findSeparator(file: string, start: number): ',' | '\t' {
  const [, found] =
    /^(?:[ \t]*(?:#[^\r\n]*)?[\r\n])*[^\r\n,\t]*([,\t])/u.exec(file.slice(start, start + charactersPerChunk)) ?? []
  return found === '\t' ? '\t' : ','
}
