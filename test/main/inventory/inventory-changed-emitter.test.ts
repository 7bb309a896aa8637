import { expect, test } from 'vitest'
import { completeListSource, domainListItem, openTemporaryInventory } from './temporary-inventory.ts'

test('Changes are emitted at most four times a second, and the last change is always emitted', async () => {
  const { inventory, clock, emitted } = openTemporaryInventory(['a', 'b'])
  await inventory.storeListedDomains(
    'a',
    [domainListItem('one.example'), domainListItem('two.example')],
    1,
    completeListSource,
  )
  inventory.storeZone('a', 'one.example', [], 2)
  inventory.storeZone('a', 'two.example', [], 3)
  expect(emitted).toEqual([{ name: 'inventory.changed', payload: { accountId: 'a', domain: null } }])
  await clock.advance(250)
  expect(emitted).toHaveLength(2)
  inventory.storeZone('a', 'one.example', [], 4)
  inventory.flush()
  expect(emitted.at(-1)?.payload).toEqual({ accountId: 'a', domain: 'one.example' })
})
