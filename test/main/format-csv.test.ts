import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCsv } from '#main/format-csv.ts'
import { removeFormulaApostrophe, type CsvCell } from '#shared/csv/csv-cell.ts'

/** A simple parser for RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[(at += 1)]
      else isQuoted = false
    } else if (character === '"') isQuoted = true
    else if (character === ',') {
      row.push(cell)
      cell = ''
    } else if (character === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      at += 1
    } else cell += character
  }
  return rows
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('=1+1', '+81', '-2', '@a', '\t=1', '＝1', 'a,b', 'a"b', 'a\r\nb', '"', ''),
)

const textOf = async (rows: readonly (readonly CsvCell[])[]): Promise<string> => (await formatCsv(rows)).join('')

describe('CSV format', () => {
  test('The CSV starts with the byte order mark, ends every line with CR LF, and can be parsed back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .integer({ min: 1, max: 4 })
          .chain((width) =>
            fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
          ),
        async (rows) => {
          const csv = await textOf(rows)
          expect(csv.startsWith('\ufeff')).toBe(true)
          expect(csv.endsWith('\r\n')).toBe(true)
          const read = parse(csv.slice(1))
          expect(read).toHaveLength(rows.length)
          expect(read.map((row) => row.map(removeFormulaApostrophe))).toEqual(rows)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('No text can be taken for a formula by a spreadsheet, and numbers are unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1 }), async (cells) => {
        for (const cell of parse((await textOf([cells])).slice(1))[0] ?? [])
          expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/u)
      }),
      { numRuns: 300 },
    )
    expect(await textOf([[-5, 0, true, null, '-5']])).toBe("\ufeff-5,0,true,,'-5\r\n")
  })

  test('A large table is returned in small parts that together are complete', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [index, 'a text of some length', true])
    const parts = await formatCsv(rows)
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(100_000)
    expect(parse(parts.join('').slice(1))).toEqual(rows.map((row) => row.map(String)))
  })
})
