import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCsv } from '#main/orders/books/csv.ts'

/** A plain reader of RFC 4180. */
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

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('=1+1', '+81', '-2', '@a', '\t=1', '＝1', 'a,b', 'a"b', 'a\r\nb', '"', ''))

describe('a table as CSV', () => {
  it('begins with the mark of UTF-8, ends every line with CR LF, and is read back as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }).chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 })), (rows) => {
        const csv = toCsv(rows)
        expect(csv.startsWith('\ufeff')).toBe(true)
        expect(csv.endsWith('\r\n')).toBe(true)
        const read = parse(csv.slice(1))
        expect(read).toHaveLength(rows.length)
        for (const [index, row] of rows.entries()) {
          expect(read[index]?.map((cell) => cell.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/u, ''))).toEqual(row.map((cell) => cell.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/u, '')))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('holds no text that a spreadsheet would take for a formula, and leaves numbers alone', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (cells) => {
        for (const cell of parse(toCsv([cells]).slice(1))[0] ?? []) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/u)
      }),
      { numRuns: 300 },
    )
    expect(toCsv([[-5, 0, true, null, '-5']])).toBe("\ufeff-5,0,true,,'-5\r\n")
  })
})
