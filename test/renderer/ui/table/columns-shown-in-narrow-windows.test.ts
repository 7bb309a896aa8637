import { expect, test } from 'vitest'
import { pickColumnsThatFit } from '#renderer/ui/table/pick-columns-that-fit.ts'
import type { TableColumn } from '#renderer/ui/table/table-columns.ts'
import { createChangeLogColumns } from '#renderer/features/activity/change-log/change-log-columns.ts'
import { createDetectedChangeColumns } from '#renderer/features/activity/detected-changes/detected-change-columns.ts'
import { createDomainColumns } from '#renderer/features/domains/domain-columns.ts'
import { createExternalPurchaseColumns } from '#renderer/features/orders/external-purchases/external-purchase-columns.ts'
import { createNameSearchColumns } from '#renderer/features/orders/acquire-domain/name-search-columns.ts'
import { createOrderColumns } from '#renderer/features/orders/list/order-columns.ts'
import { createRenewBasketColumns } from '#renderer/features/orders/renew-domains/renew-basket-columns.ts'
import { createOrderAgainColumns } from '#renderer/features/orders/order-again/order-again-columns.ts'
import { createRecordColumns } from '#renderer/features/domains/zone/record-columns.ts'
import { createEmptyTableLayout } from '#renderer/stores/table-layouts.ts'
import { arrangeColumnsByLayout } from '#renderer/ui/table/arrange-columns-by-layout.ts'
import { createServerColumns } from '#renderer/features/servers/server-columns.ts'

const t = ((key: string) => key) as unknown as Parameters<typeof createDomainColumns>[0]
/** Width in px of a row without padding, beside the account list in a window of 1024 px. */
const widthAt1024 = 780
/** The same in the smallest window, of 960 px. */
const widthAt960 = 716
/** Left and right padding of a row in px. */
const sidePadding = 24
/** Width in px of the checkbox column. */
const checkbox = 32
/** Width in px of an open drawer. */
const drawer = 368
/** Width in px of a row of the record table in a window of 1024 px. */
const domainPageAt1024 = 460
/** Smallest width in px of the payment panel. */
const paymentPanel = 289
/** Width in px of a row without padding, beside the payment panel in a window of 1280 px. */
const besidePaymentAt1280 = 677

function keysIn<Row>(columns: TableColumn<Row>[], px: number, sortedBy = 'name'): string[] {
  return pickColumnsThatFit(columns, px, sortedBy).map(({ key }) => key)
}

function narrowest<Row>(columns: TableColumn<Row>[]): number {
  return columns.reduce((sum, { width, minWidth }) => sum + (width ?? minWidth ?? 0), 0)
}

test('The domain table shows every column in a wide window and hides the least important ones in a narrow window', () => {
  const columns = arrangeColumnsByLayout(createDomainColumns(t, false, false), createEmptyTableLayout())
  expect(keysIn(columns, 1004)).toEqual(['name', 'account', 'status', 'expiry', 'autoRenew', 'records', 'readAt'])
  expect(keysIn(columns, widthAt1024 - checkbox)).toEqual(['name', 'account', 'status', 'expiry', 'readAt'])
})

test('A column of domains that the user added stays in a narrow window before the columns that every table has', () => {
  const layout = { ...createEmptyTableLayout(), shown: ['nameservers', 'lock'] }
  const columns = arrangeColumnsByLayout(createDomainColumns(t, false, false), layout)
  expect(keysIn(columns, widthAt1024 - checkbox)).toEqual(['name', 'account', 'status', 'expiry', 'lock'])
  expect(keysIn(columns, 1004)).toEqual(['name', 'account', 'status', 'expiry', 'nameservers', 'lock', 'readAt'])
})

test('The change log shows the time and the result of each change in the smallest window, and hides the account first', () => {
  expect(keysIn(createChangeLogColumns(t), widthAt960, 'at')).toEqual(['at', 'domain', 'change', 'result'])
  expect(keysIn(createChangeLogColumns(t), widthAt1024, 'at')).toEqual(['at', 'domain', 'change', 'result'])
  expect(keysIn(createChangeLogColumns(t), widthAt1024, '')).toEqual(['at', 'domain', 'change', 'result'])
  // Beside the drawer that shows the change.
  expect(keysIn(createChangeLogColumns(t), widthAt1024 - drawer, '')).toEqual(['at', 'domain'])
})

test('The table of detected changes shows the time of each change however narrow it is', () => {
  expect(keysIn(createDetectedChangeColumns(t), widthAt1024, '')).toEqual(['detectedAt', 'name', 'change', 'sent'])
  expect(keysIn(createDetectedChangeColumns(t), widthAt1024 - drawer, '')).toEqual(['detectedAt', 'name', 'change'])
})

test('The table of external purchases tells in a window of 1024 px whether a call is a purchase made elsewhere', () => {
  const shown = pickColumnsThatFit(createExternalPurchaseColumns(t), widthAt1024, undefined)
  expect(shown.map(({ key }) => key)).toEqual(['at', 'kind', 'target', 'status', 'sender'])
  expect(narrowest(shown)).toBeLessThanOrEqual(widthAt1024)
})

test('Beside the details of their domain in a window of 1024 px, records show TTL and priority beside their content', () => {
  expect(keysIn(createRecordColumns(t), domainPageAt1024, 'type')).toEqual([
    'type',
    'host',
    'content',
    'ttl',
    'priority',
  ])
  const fixed = createRecordColumns(t).reduce((sum, { width = 0 }) => sum + width, 0)
  expect(domainPageAt1024 - fixed).toBeGreaterThanOrEqual(272)
})

test('Beside an open order in a window of 1024 px, the order table shows status and target without scrolling', () => {
  // 296 px are left in a window of 960 px.
  const beside = createOrderColumns(t).filter(({ key }) => ['status', 'target', 'yen'].includes(key))
  const fitting = pickColumnsThatFit(beside, 360, 'createdAt')
  expect(fitting.map(({ key }) => key)).toEqual(['status', 'target'])
  expect(narrowest(fitting)).toBeLessThanOrEqual(296)
})

test('The order table shows status, target, kind, account, price and time in a window of 1024 px', () => {
  expect(keysIn(createOrderColumns(t), widthAt1024, 'createdAt')).toEqual([
    'status',
    'target',
    'kind',
    'account',
    'yen',
    'createdAt',
  ])
})

test.each([
  ['domains', createDomainColumns(t, false, false), checkbox],
  ['domains including gone ones', createDomainColumns(t, false, true), checkbox],
  ['gone domains', createDomainColumns(t, false, true, true, true, true), checkbox],
  ['gone servers', createServerColumns(t, true, true, true, true), 0],
  ['searched domains', createDomainColumns(t, true, false), checkbox],
  ['domains with tags', createDomainColumns(t, false, false, true), checkbox],
  ['domains with tags and customers', createDomainColumns(t, false, false, true, true), checkbox],
  ['servers with tags', createServerColumns(t, false, true), 0],
  ['servers with tags and customers', createServerColumns(t, false, true, true), 0],
  ['servers', createServerColumns(t, false), 0],
  ['renewals beside the payment panel', createRenewBasketColumns(t, false), paymentPanel],
  ['found names beside the basket', createNameSearchColumns(t), paymentPanel],
  ['servers beside an open drawer', createServerColumns(t, false), drawer],
  ['records beside the details of their domain', createRecordColumns(t), drawer],
] as const)('All columns of the table of %s fit into a window of 1024 px in every sort order', (_, columns, taken) => {
  for (const { key, sortable } of columns as TableColumn<never>[]) {
    if (!sortable) continue
    const left = pickColumnsThatFit(columns as TableColumn<never>[], widthAt1024 - taken, key)
    expect(narrowest(left)).toBeLessThanOrEqual(widthAt1024 - taken)
    expect(left.map((column) => column.key)).toEqual(expect.arrayContaining([columns[0]?.key, key]))
  }
})

test('The renewal table always shows name, expiry date, years and price, and the account from 564 px', () => {
  const columns = createRenewBasketColumns(t, false)
  expect(keysIn(columns, widthAt1024 - paymentPanel, 'basketOrder')).toEqual([
    'checkbox',
    'name',
    'expiry',
    'years',
    'price',
  ])
  expect(keysIn(columns, 564 - sidePadding, 'basketOrder')).toEqual([
    'checkbox',
    'name',
    'account',
    'expiry',
    'years',
    'price',
  ])
  expect(keysIn(columns, 563 - sidePadding, 'basketOrder')).not.toContain('account')
  expect(keysIn(columns, 676, 'basketOrder')).toEqual([
    'checkbox',
    'name',
    'account',
    'expiry',
    'autoRenew',
    'years',
    'price',
  ])
})

test('Renewals whose prices are checked again show name, account, price and expiry date beside the payment panel', () => {
  const columns = createOrderAgainColumns(t, true)
  const at1280 = pickColumnsThatFit(columns, besidePaymentAt1280, undefined)
  expect(at1280.map(({ key }) => key)).toEqual(['name', 'account', 'was', 'now', 'expiry', 'newExpiry'])
  const at1024 = pickColumnsThatFit(columns, widthAt1024 - paymentPanel, undefined)
  expect(at1024.map(({ key }) => key)).toEqual(['name', 'account', 'now', 'expiry'])
  expect(narrowest(at1280)).toBeLessThanOrEqual(besidePaymentAt1280)
  expect(narrowest(at1024)).toBeLessThanOrEqual(widthAt1024 - paymentPanel)
})

test('Other orders whose prices are checked again show name, account, price and kind beside the payment panel', () => {
  const columns = createOrderAgainColumns(t, false)
  const at1024 = pickColumnsThatFit(columns, widthAt1024 - paymentPanel, undefined)
  expect(at1024.map(({ key }) => key)).toEqual(['name', 'account', 'now', 'kind'])
  expect(narrowest(at1024)).toBeLessThanOrEqual(widthAt1024 - paymentPanel)
})

test('The column of a name that the user pays for is wide enough for a name of 20 characters', () => {
  // 20 characters of the monospaced font are 156 px wide.
  for (const columns of [createOrderAgainColumns(t, true), createRenewBasketColumns(t, false)])
    expect(columns.find(({ key }) => key === 'name')?.minWidth).toBeGreaterThanOrEqual(160)
})
