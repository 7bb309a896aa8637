import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  pastedAccountColumns,
  findPastedAccountColumnByHeading,
} from '#shared/pasted-accounts/pasted-account-columns.ts'
import {
  getPastedAccountGroupingKey,
  pastedAccountsLimits,
  parsePastedAccounts,
} from '#shared/pasted-accounts/parse-pasted-accounts.ts'
import { formatCsvCell } from '#shared/csv/csv-cell.ts'

const base = 'https://api.example.com'
const read = (...lines: string[]) => parsePastedAccounts(lines.join('\n'), base)
const problems = (...lines: string[]) => read(...lines).problems.map(({ line, code }) => `${line} ${code}`)

test('Without a heading row, the cells are label, folder, base URL, key label and API key', () => {
  expect(read('Shop\tTokyo\thttps://one.example\tmain\tkey-1').rows).toEqual([
    { line: 1, label: 'Shop', folder: 'Tokyo', baseUrl: 'https://one.example', keyLabel: 'main', secret: 'key-1' },
  ])
  expect(read('Shop,,,,key-1').rows).toEqual([
    { line: 1, label: 'Shop', folder: '', baseUrl: base, keyLabel: '', secret: 'key-1' },
  ])
})

test('A heading row in English or Japanese sets the order of the columns, and unknown columns are not read', () => {
  const row = { line: 2, label: 'Shop', folder: 'Tokyo', baseUrl: base, keyLabel: '', secret: 'key-1' }
  expect(read('API Key\tNote\tAccount\tFolder', 'key-1\tignored\tShop\tTokyo')).toEqual({
    rows: [row],
    problems: [],
    ignoredColumns: [2],
  })
  expect(read('ＡＰＩキー,表示名,フォルダー', 'key-1,Shop,Tokyo').rows).toEqual([row])
  for (const column of pastedAccountColumns) expect(findPastedAccountColumnByHeading(column)).not.toBe(undefined)
})

test('A heading row without the label or the API key, or with a column twice, is the only problem', () => {
  expect(read('Label\tFolder', 'Shop\tkey-1').problems).toEqual([
    { line: 1, code: 'headingLacksColumn', column: 'secret' },
  ])
  expect(problems('API key\tFolder', 'key-1\tShop')).toEqual(['1 headingLacksColumn'])
  expect(problems('Label\tAPI key\t表示名', 'Shop\tkey-1\tShop')).toEqual(['1 headingNamesColumnTwice'])
})

test('Lines are counted as in the text, also with empty lines and with line breaks in quotes', () => {
  const { rows } = read('', 'One,,,,key-1', ' , ,', '"Two', 'lines",,,,key-2', '', 'Three,,,,key-3')
  expect(rows.map(({ line, label }) => [line, label])).toEqual([
    [2, 'One'],
    [4, 'Two lines'],
    [7, 'Three'],
  ])
})

test('Rows with the same label and base URL are one account, however the URL is written', () => {
  const { rows } = read(
    'Shop\tA\thttps://One.example/\tmain\tkey-1',
    'Shop\t\tone.example/v1\tother\tkey-2',
    'Shop\tB\thttps://two.example\t\tkey-3',
  )
  expect(new Set(rows.map(getPastedAccountGroupingKey)).size).toBe(2)
})

test('A line that cannot be used is reported with its number and the reason, and the others count', () => {
  const table = read(
    'Good\t\t\t\tkey-1',
    '\t\t\t\tkey-2',
    'No key\t\t\tmain\t',
    'Key\t\t\t\tkey with blanks',
    'Full width\t\t\t\tｋｅｙ',
    `${'x'.repeat(61)}\t\t\t\tkey-3`,
    'Address\t\tnot-an-address\t\tkey-4',
    'Cells\t\t\t\tkey-5\tmore',
    'Again\t\t\t\tkey-1',
    'Good\t\t\t\tkey-6',
    'Folder key-7\tkey-7\t\t\tkey-7',
    '"Text"after\t\t\t\tkey-8',
    'Damaged \ufffd\t\t\t\tkey-9',
  )
  expect(table.rows.map(({ line }) => line)).toEqual([1, 10])
  expect(table.problems).toEqual([
    { line: 2, code: 'missing', column: 'label' },
    { line: 3, code: 'missing', column: 'secret' },
    { line: 4, code: 'keyCharacters', column: 'secret' },
    { line: 5, code: 'keyCharacters', column: 'secret' },
    { line: 6, code: 'cellTooLong', column: 'label', max: 60 },
    { line: 7, code: 'baseUrlForm', column: 'baseUrl' },
    { line: 8, code: 'tooManyCells', max: 5 },
    { line: 9, code: 'keyGivenTwice', otherLine: 1 },
    { line: 11, code: 'keyInOtherColumn', column: 'folder' },
    { line: 12, code: 'textAfterQuote', max: pastedAccountsLimits.rowCharacters },
    { line: 13, code: 'undecodable' },
  ])
})

test('The rows of one account may not differ in the folder or share a key label', () => {
  const table = read(
    'Shop\t\t\tmain\tkey-1',
    'Shop\tTokyo\t\t\tkey-2',
    'Shop\tOsaka\t\t\tkey-3',
    'Shop\tTokyo\t\tmain\tkey-4',
  )
  expect(table.rows.map(({ line }) => line)).toEqual([1, 2])
  expect(table.problems).toEqual([
    { line: 3, code: 'otherFolder', otherLine: 2 },
    { line: 4, code: 'keyLabelGivenTwice', otherLine: 1 },
  ])
})

test('Without a base URL in the line and in the field, the line has no base URL', () => {
  expect(parsePastedAccounts('Shop\t\t\t\tkey-1', ' ').problems).toEqual([
    { line: 1, code: 'missing', column: 'baseUrl' },
  ])
})

test('A table beyond the limits is read up to the limit, and the problem names the line and the limit', () => {
  const lines = Array.from(
    { length: pastedAccountsLimits.lines + 5 },
    (_, index) => `Shop ${index}\t\t\t\tkey-${index}`,
  )
  const { rows, problems: found } = read(...lines)
  expect(rows).toHaveLength(pastedAccountsLimits.lines)
  expect(found).toEqual([
    { line: pastedAccountsLimits.lines + 1, code: 'tooManyLines', max: pastedAccountsLimits.lines },
  ])
  expect(problems('One,,,,key-1', '"Two,,,,key-2', 'Three,,,,key-3')).toEqual(['2 unclosedQuote'])
  expect(problems(`"${'x'.repeat(pastedAccountsLimits.rowCharacters)}",,,,key`)).toEqual(['1 tooLong'])
  expect(problems('x'.repeat(pastedAccountsLimits.characters + 1))).toEqual(['1 tableTooLarge'])
})

const cell = (max: number) =>
  fc
    .string({ unit: 'grapheme', maxLength: max })
    .map((text) =>
      text
        .replaceAll(/[\0\t\r\n\ufffd]/gu, '')
        .trim()
        .slice(0, max),
    )
    .filter((text) => text === text.trim() && text.isWellFormed())
const secret = fc.string({ minLength: 8, maxLength: 40 }).filter((text) => /^[\x21-\x7e]+$/u.test(text))
const rowOf = fc.record({
  label: cell(60).filter((text) => text !== ''),
  folder: cell(60),
  baseUrl: fc.constantFrom('', 'https://one.example', 'http://localhost:8080/api', 'two.example'),
  keyLabel: cell(60),
  secret,
})
const headings = { label: '表示名', folder: 'Folder', baseUrl: 'Base URL', keyLabel: 'APIキー名', secret: 'API key' }

test('What was written is what is read, as CSV and as cells of a spreadsheet, with the columns in any order', () => {
  const tables = fc.record({
    // All labels differ, so each row is an account of its own, and no two rows contradict each other.
    rows: fc.uniqueArray(rowOf, { selector: ({ label }) => label, minLength: 1, maxLength: 12 }),
    order: fc.shuffledSubarray([...pastedAccountColumns], { minLength: pastedAccountColumns.length }),
    separator: fc.constantFrom(',', '\t'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    hasHeading: fc.boolean(),
    emptyLines: fc.array(fc.nat(12), { maxLength: 3 }),
  })
  fc.assert(
    fc.property(tables, ({ rows, order, separator, lineEnd, hasHeading, emptyLines }) => {
      const cells = new Set(rows.flatMap(({ label, folder, keyLabel }) => [label, folder, keyLabel]))
      fc.pre(new Set(rows.map((row) => row.secret)).size === rows.length)
      fc.pre(rows.every((row) => !cells.has(row.secret)))
      fc.pre(hasHeading || Object.values(rows[0] ?? {}).filter(findPastedAccountColumnByHeading).length < 2)
      const columns = hasHeading ? order : pastedAccountColumns
      const lines: string[][] = rows.map((row) => columns.map((column) => row[column]))
      if (hasHeading) lines.unshift(columns.map((column) => headings[column]))
      const written = lines.map((line) => line.map(formatCsvCell).join(separator))
      const numbers = written.map((_, index) => index + 1)
      for (const place of emptyLines.filter((place) => place <= lines.length)) {
        const from = numbers.length - lines.length + place
        written.splice(from, 0, '')
        numbers.splice(from, 0, 0)
      }
      const expected = numbers.flatMap((number, index) => (number === 0 ? [] : [index + 1])).slice(hasHeading ? 1 : 0)
      expect(parsePastedAccounts(written.join(lineEnd), base)).toEqual({
        rows: rows.map((row, index) => ({ ...row, baseUrl: row.baseUrl || base, line: expected[index] })),
        problems: [],
        ignoredColumns: [],
      })
    }),
  )
})

test('No problem holds the text of a cell', () => {
  const hostile = fc.array(
    fc.array(fc.constantFrom('quokka-key-1', 'quokka key', '', '"', '"quokka-key-1"x', 'quokka\ufffd'), {
      maxLength: 7,
    }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(hostile, fc.constantFrom(',', '\t'), (lines, separator) => {
      const { problems: found } = parsePastedAccounts(lines.map((line) => line.join(separator)).join('\n'), base)
      expect(JSON.stringify(found)).not.toContain('quokka')
    }),
  )
})
