/** One row of a CSV file. */
export interface CsvRow {
  cells: string[]
  /** Where the next row begins. */
  nextRowStart: number
  /** The number of line ends in the row, including the one after it. */
  lineEndCount: number
  problem: 'unclosedQuote' | 'textAfterQuote' | 'tooLong' | null
}

/**
 * Reads the row that begins at `from` (RFC 4180). Lines may also end with LF or CR alone. `separator`: one character.
 * `maxCharacters`: a longer row is not read.
 */
export function scanCsvRow(text: string, from: number, maxCharacters: number, separator = ','): CsvRow {
  const limit = Math.min(text.length, from + maxCharacters)
  const row: CsvRow = { cells: [], nextRowStart: from, lineEndCount: 0, problem: null }
  let at = from
  for (;;) {
    const start = at
    let cell: string | null = null
    if (text[at] === '"') {
      cell = ''
      at += 1
      for (;;) {
        const end = indexOfWithin(text, '"', at, limit)
        cell += text.slice(at, end)
        row.lineEndCount += countLines(text, at, end)
        at = end + 1
        if (end === limit) return fail(row, limit, limit < text.length ? 'tooLong' : 'unclosedQuote')
        if (text[at] !== '"') break
        cell += '"'
        at += 1
      }
    }
    const afterQuote = at
    while (at < limit && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
    if (cell !== null && at > afterQuote) row.problem = 'textAfterQuote'
    row.cells.push(cell ?? text.slice(start, at))
    if (at === limit) {
      row.nextRowStart = at
      return limit < text.length ? fail(row, limit, 'tooLong') : row
    }
    if (text[at] === separator) {
      at += 1
      continue
    }
    row.nextRowStart = at + (text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1)
    row.lineEndCount += 1
    return row
  }
}

function fail(row: CsvRow, nextRowStart: number, problem: CsvRow['problem']): CsvRow {
  return { ...row, nextRowStart, problem }
}

function indexOfWithin(text: string, letter: string, from: number, limit: number): number {
  for (let at = from; at < limit; at += 1) if (text[at] === letter) return at
  return limit
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = from; at < to; at += 1)
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) lines += 1
  return lines
}
