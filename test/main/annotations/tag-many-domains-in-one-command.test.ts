import { expect, test } from 'vitest'
import { maxTargetsPerAnnotationChange } from '#shared/ipc/annotations.ts'
import { createAnnotationStore } from '#main/annotations/annotation-store.ts'
import { completeListSource, domainListItem, openTemporaryInventory } from '#test/main/inventory/temporary-inventory.ts'

async function openManyDomains(count: number) {
  const { database, inventory } = openTemporaryInventory()
  const names = Array.from({ length: count }, (_, index) => `site-${index}.example`)
  await inventory.storeListedDomains(
    'a',
    names.map((name) => domainListItem(name)),
    1,
    completeListSource,
  )
  const annotations = createAnnotationStore({ database, emit: () => undefined })
  const changes = names.map((name) => ({
    target: { kind: 'domain' as const, accountId: 'a', name },
    add: ['VIP'],
    remove: [],
    customer: 'Aoba',
    onlyIfCustomer: null,
  }))
  return { annotations, changes }
}

test('As many domains as can be selected get a tag in one command, and other work goes on meanwhile', async () => {
  const { annotations, changes } = await openManyDomains(maxTargetsPerAnnotationChange)
  let hasOtherWorkRun = false
  setImmediate(() => (hasOtherWorkRun = true))
  const undo = await annotations.changeTagsAndCustomers(changes)
  expect(hasOtherWorkRun).toBe(true)
  expect(undo).toHaveLength(maxTargetsPerAnnotationChange)
  expect(annotations.tags().domains).toEqual(['VIP'])
  await annotations.changeTagsAndCustomers(undo)
  expect([annotations.tags().domains, annotations.customers().domains]).toEqual([[], []])
})

test('When the last of many domains is not stored, no domain is changed', async () => {
  const { annotations, changes } = await openManyDomains(200)
  const [first] = changes
  if (!first) throw new Error('There is no domain')
  const unknown = { ...first, target: { ...first.target, name: 'unknown.example' } }
  await expect(annotations.changeTagsAndCustomers([...changes, unknown])).rejects.toMatchObject({ kind: 'not_found' })
  expect([annotations.tags().domains, annotations.customers().domains]).toEqual([[], []])
  expect(annotations.get(first.target)).toEqual({ tags: [], customer: '', note: '' })
})
