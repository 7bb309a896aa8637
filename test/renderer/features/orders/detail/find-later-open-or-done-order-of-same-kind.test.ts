import { expect, test } from 'vitest'
import { findLaterOpenOrDoneOrderOfSameKind } from '#renderer/features/orders/detail/find-later-open-or-done-order-of-same-kind.ts'

const order = (
  id: string,
  createdAt: number,
  state: 'done' | 'refused' | 'unsettled' | 'abandoned',
  kind: 'renew' | 'transfer' = 'renew',
) => ({ id, createdAt, state, item: { kind } })

test('A declined order is replaced by a later order of the same kind that is open or done', () => {
  const declined = order('first', 1, 'refused')
  expect(findLaterOpenOrDoneOrderOfSameKind([declined, order('second', 2, 'done')], declined)?.id).toBe('second')
  expect(
    findLaterOpenOrDoneOrderOfSameKind([order('second', 2, 'unsettled'), order('third', 3, 'refused')], declined)?.id,
  ).toBe('second')
  for (const other of [
    order('before', 0, 'done'),
    order('again', 2, 'refused'),
    order('taken-back', 2, 'abandoned'),
    order('other', 2, 'done', 'transfer'),
  ]) {
    expect(findLaterOpenOrDoneOrderOfSameKind([declined, other], declined)).toBeNull()
  }
})
