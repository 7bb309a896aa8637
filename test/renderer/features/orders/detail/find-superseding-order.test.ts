import { expect, test } from 'vitest'
import { findSupersedingOrder } from '#renderer/features/orders/detail/find-superseding-order.ts'

const order = (
  id: string,
  createdAt: number,
  state: 'done' | 'refused' | 'unsettled' | 'abandoned',
  kind: 'renew' | 'transfer' = 'renew',
) => ({ id, createdAt, state, item: { kind }, steps: [] })

test('A declined order is replaced by a later order of the same kind that is open or done', () => {
  const declined = order('first', 1, 'refused')
  expect(findSupersedingOrder([declined, order('second', 2, 'done')], declined)?.id).toBe('second')
  expect(findSupersedingOrder([order('second', 2, 'unsettled'), order('third', 3, 'refused')], declined)?.id).toBe(
    'second',
  )
  for (const other of [
    order('before', 0, 'done'),
    order('again', 2, 'refused'),
    order('taken-back', 2, 'abandoned'),
    order('other', 2, 'done', 'transfer'),
  ]) {
    expect(findSupersedingOrder([declined, other], declined)).toBeNull()
  }
})

test('An order that the user let repeat is replaced by the repeat, also when the repeat was declined', () => {
  const repeated = {
    event: 'repeated',
    state: 'abandoned',
    at: 2,
    serverAt: null,
    error: null,
    fact: { intentId: 'again' },
  } as const
  const closed = { ...order('first', 1, 'abandoned'), steps: [repeated] }
  expect(findSupersedingOrder([closed, order('again', 2, 'refused')], closed)?.id).toBe('again')
  expect(findSupersedingOrder([closed, order('again', 2, 'refused'), order('third', 3, 'done')], closed)?.id).toBe(
    'third',
  )
})
