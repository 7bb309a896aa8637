import { expect, test } from 'vitest'
import { columnsThatFit, type TableColumn } from '#renderer/ui/table/table-columns.ts'
import { domainColumns } from '#renderer/features/domains/domain-columns.ts'
import { orderColumns } from '#renderer/features/orders/list/order-columns.ts'
import { renewBasketColumns } from '#renderer/features/orders/renew-domains/renew-basket-columns.ts'
import { recordColumns } from '#renderer/features/domains/zone/record-columns.ts'
import { serverColumns } from '#renderer/features/servers/server-columns.ts'

const t = ((key: string) => key) as unknown as Parameters<typeof domainColumns>[0]
/** Beside the account list, in a window of 1024 px: the line without its padding. */
const roomAt1024 = 780
/** The boxes to tick. */
const tick = 32
/** Beside an open drawer. */
const drawer = 368
/** Beside what is to be paid, which is at its narrowest then. */
const side = 289

function keysIn<Row>(columns: TableColumn<Row>[], px: number, sortedBy = 'name'): string[] {
  return columnsThatFit(columns, px, sortedBy).map(({ key }) => key)
}

function narrowest<Row>(columns: TableColumn<Row>[]): number {
  return columns.reduce((sum, { width, minWidth }) => sum + (width ?? minWidth ?? 0), 0)
}

test('the table of domains shows every column in a wide window and lets the least needed go in a narrow one, never the name', () => {
  const columns = domainColumns(t, false, false)
  expect(keysIn(columns, 1004)).toEqual(['name', 'account', 'status', 'expiry', 'autoRenew', 'records', 'readAt'])
  expect(keysIn(columns, roomAt1024 - tick)).toEqual(['name', 'account', 'status', 'expiry'])
})

test('the table of orders tells of each order what it is, for how much and when, in a window of 1024 px, too', () => {
  expect(keysIn(orderColumns(t), roomAt1024, 'createdAt')).toEqual([
    'status',
    'target',
    'kind',
    'account',
    'yen',
    'createdAt',
  ])
})

test.each([
  ['domains', domainColumns(t, false, false), tick],
  ['domains with what is gone', domainColumns(t, false, true), tick],
  ['domains that were searched', domainColumns(t, true, false), tick],
  ['servers', serverColumns(t, false), 0],
  ['renewals beside what is to be paid', renewBasketColumns(t, false), side],
  ['servers beside an open drawer', serverColumns(t, false), drawer],
  ['records beside the facts of their domain', recordColumns(t), drawer],
] as const)(
  'in a window of 1024 px, no column of the %s lies outside of the table, whatever the order',
  (_, columns, taken) => {
    for (const { key, sortable } of columns as TableColumn<never>[]) {
      if (!sortable) continue
      const left = columnsThatFit(columns as TableColumn<never>[], roomAt1024 - taken, key)
      expect(narrowest(left)).toBeLessThanOrEqual(roomAt1024 - taken)
      expect(left.map((column) => column.key)).toEqual(expect.arrayContaining([columns[0]?.key, key]))
    }
  },
)

test('the table of renewals always shows name, years and price, and the account from 1280 px on', () => {
  const columns = renewBasketColumns(t, false)
  expect(keysIn(columns, roomAt1024 - side, 'asked')).toEqual(['tick', 'name', 'expiry', 'years', 'price'])
  expect(keysIn(columns, roomAt1024 - side, 'account')).toEqual(['tick', 'name', 'account', 'years', 'price'])
  expect(keysIn(columns, 676, 'asked')).toEqual(['tick', 'name', 'account', 'expiry', 'autoRenew', 'years', 'price'])
})
