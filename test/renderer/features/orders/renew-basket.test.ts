import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DomainRow } from '#shared/ipc/inventory.ts'
import { useRenewBasket } from '#renderer/features/orders/renew/renew-basket.ts'

function row(name: string, changes: Partial<DomainRow> = {}): DomainRow {
  return { accountId: 'a', name, decodedName: null, status: 'active', expiryDate: '2026-12-01', autoRenew: null, records: null, readAt: 0, zoneReadAt: null, ...changes }
}

let basket: ReturnType<typeof useRenewBasket>
beforeEach(() => {
  setActivePinia(createPinia())
  basket = useRenewBasket()
})
const ticked = () => basket.tickedLines.map(({ row: { name } }) => name)
const keyOf = (name: string, accountId = 'a') => `${accountId}/${name}`

describe('what the person unticked', () => {
  test('stays unticked when other accounts were shown meanwhile', () => {
    basket.fill([row('keep.com'), row('let-go.com')])
    basket.tick([keyOf('let-go.com')], false)
    basket.fill([row('other.com', { accountId: 'b' })])
    basket.fill([row('keep.com'), row('let-go.com')])
    expect(ticked()).toEqual(['keep.com'])
  })

  test('stays unticked when fewer days and then more were looked at, and what expires newly is ticked', () => {
    basket.fill([row('soon.com'), row('later.com')])
    basket.tick([keyOf('later.com')], false)
    basket.fill([row('soon.com')])
    basket.fill([row('soon.com'), row('later.com'), row('new.com')])
    expect(ticked()).toEqual(['soon.com', 'new.com'])
  })

  test('is ticked once it is chosen elsewhere, and nothing beside it', () => {
    basket.fill([row('one.com'), row('two.com')])
    basket.tick([keyOf('one.com'), keyOf('two.com')], false)
    basket.choose([row('two.com')])
    expect(ticked()).toEqual(['two.com'])
    basket.showWithin(30)
    basket.fill([row('one.com'), row('two.com')])
    expect(ticked()).toEqual(['two.com'])
  })
})

describe('what cannot be renewed', () => {
  test('is not ticked by itself, and stands last', () => {
    basket.fill([row('gone.com', { status: 'expired' }), row('one.com')])
    expect(basket.lines.map(({ row: { name } }) => name)).toEqual(['one.com', 'gone.com'])
    expect(ticked()).toEqual(['one.com'])
  })

  test('may be ticked once a price shows that it can be, until the list is read anew and says otherwise', () => {
    basket.fill([row('back.com', { status: 'expired' })])
    basket.tick([keyOf('back.com')], true)
    expect(ticked()).toEqual(['back.com'])
    basket.fill([row('back.com', { status: 'expired' })])
    expect(ticked()).toEqual([])
  })
})

test('of what was paid exactly those lines lose their tick, and they do not get it back by themselves', () => {
  const rows = [row('paid.com'), row('failed.com'), row('other.com')]
  basket.fill(rows)
  basket.forget([keyOf('paid.com')])
  expect(ticked()).toEqual(['failed.com', 'other.com'])
  basket.fill([])
  basket.fill(rows)
  expect(ticked()).toEqual(['failed.com', 'other.com'])
})
