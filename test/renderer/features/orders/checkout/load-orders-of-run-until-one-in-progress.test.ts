import { describe, expect, test } from 'vitest'
import {
  countTargetsNotLoaded,
  loadOrdersOfRunUntilOneInProgress,
  pickNewestOrderPerTarget,
  type OrderOfRun,
} from '#renderer/features/orders/checkout/load-orders-of-run-until-one-in-progress.ts'

const settled = { state: 'done', hold: null } as OrderOfRun
const refused = { state: 'refused', hold: null } as OrderOfRun
const inTurn = { state: 'planned', hold: null } as OrderOfRun
const paused = { state: 'planned', hold: { reason: 'run_paused' } as OrderOfRun['hold'] } as OrderOfRun
const asked: number[] = []

/** Loads the orders in pages of two. */
async function read(rows: readonly OrderOfRun[]) {
  asked.length = 0
  return loadOrdersOfRunUntilOneInProgress((offset) => {
    asked.push(offset)
    return Promise.resolve({ rows: rows.slice(offset, offset + 2), total: rows.length })
  })
}

describe('Orders that were just placed', () => {
  test('All orders are loaded when all have ended, so that a changed price of the last one is found, too', async () => {
    const rows = [settled, settled, paused, refused, refused]
    await expect(read(rows)).resolves.toEqual({ orders: rows, total: 5, hasNothingInProgress: true })
    expect(asked).toEqual([0, 2, 4])
  })

  test('Loading stops at an order in progress, and the orders count as in progress', async () => {
    await expect(read([settled, settled, settled, inTurn, refused])).resolves.toEqual({
      orders: [settled, settled, settled, inTurn],
      total: 5,
      hasNothingInProgress: false,
    })
    expect(asked).toEqual([0, 2])
    await expect(read([settled, { state: 'sent', hold: null } as OrderOfRun])).resolves.toMatchObject({
      hasNothingInProgress: false,
    })
  })

  test('The orders count as in progress while none of them is known', async () => {
    await expect(read([])).resolves.toEqual({ orders: [], total: 0, hasNothingInProgress: false })
  })

  test('The targets without a loaded order are counted, and a target that is ordered again counts once', () => {
    const loaded = [settled, settled, inTurn]
    expect(countTargetsNotLoaded([], [])).toBe(0)
    expect(countTargetsNotLoaded([{ total: 3 }], loaded)).toBe(0)
    expect(countTargetsNotLoaded([{ total: 8 }], loaded)).toBe(5)
    expect(countTargetsNotLoaded([{ total: 3 }, { total: 2 }], loaded)).toBe(0)
  })

  const orderOf = (accountId: string, kind: 'renew' | 'acquire', createdAt: number) =>
    ({ target: 'one.example', createdAt, item: { kind, accountId, name: 'one.example' } }) as OrderOfRun

  test('The newest order of a domain is shown, in whatever order its runs are read', () => {
    const orders = [orderOf('a', 'renew', 1), orderOf('a', 'renew', 2)]
    expect(pickNewestOrderPerTarget(orders)).toEqual([orders[1]])
    expect(pickNewestOrderPerTarget(orders.toReversed())).toEqual([orders[1]])
  })

  test('The renewals of a domain in two accounts are both shown, but only the newest acquisition of a name', () => {
    const renewals = [orderOf('a', 'renew', 2), orderOf('b', 'renew', 1)]
    expect(pickNewestOrderPerTarget(renewals)).toEqual(renewals)
    expect(pickNewestOrderPerTarget([orderOf('a', 'acquire', 2), orderOf('b', 'acquire', 1)])).toHaveLength(1)
  })
})
