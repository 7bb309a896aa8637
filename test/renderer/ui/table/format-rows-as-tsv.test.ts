import { expect, test } from 'vitest'
import { formatRowsAsTsv } from '#renderer/ui/table/format-rows-as-tsv.ts'
import type { CellContentFunctions, TableColumn } from '#renderer/ui/table/table-columns.ts'

interface Row {
  name: string
  memo: string
  expiry: string
}
const columns: TableColumn<Row>[] = [
  { key: 'name', title: 'Name' },
  { key: 'memo', title: 'Memo', text: ({ memo }) => memo },
  { key: 'expiry', title: 'Expiry', render: 'expiry' },
  { key: 'controls', title: 'Controls', render: 'controls' },
]
const cells: CellContentFunctions<Row> = {
  expiry: ({ expiry }) => ({ text: expiry, note: { text: 'in 3 days', tone: 'soon' } }),
}

test('Copied rows have the cells that the table shows, between tabs, without notes that age and cells without text', () => {
  expect(
    formatRowsAsTsv(
      [
        { name: 'one', memo: 'two\tlines\nhere', expiry: '2027-01-01' },
        { name: 'two', memo: '=HYPERLINK("x")', expiry: '2027-01-02' },
      ],
      columns,
      cells,
    ),
  ).toBe(`one\ttwo lines here\t2027-01-01\ntwo\t'=HYPERLINK("x")\t2027-01-02`)
})
