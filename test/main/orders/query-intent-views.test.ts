import { expect, test } from 'vitest'
import { createIntentViewQueries } from '#main/orders/query-intent-views.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'
import { createInMemoryJournal } from './in-memory-journal.ts'
import { renewal } from './sample-intents.ts'

async function mayHaveBeenExecuted(intent: StoredIntent): Promise<boolean> {
  const journal = createInMemoryJournal()
  await journal.add([intent])
  const queries = createIntentViewQueries(
    journal,
    () => null,
    (filter) => ({ ...filter, ids: null }),
    () => [],
    () => new Map(),
  )
  return queries.mayHaveBeenExecuted(intent.id)
}

test('A cancelled order whose only request was refused was not executed, unless the user recorded its outcome', async () => {
  const { sendings, steps } = renewal(1)
  const cancelled = { state: 'abandoned', sentAt: 2, sendings: { ...sendings, count: 1 } } as const
  expect(await mayHaveBeenExecuted(renewal(1, cancelled))).toBe(false)
  expect(await mayHaveBeenExecuted(renewal(1, { ...cancelled, sendings: { ...sendings, count: 1, lost: 1 } }))).toBe(
    true,
  )
  const recorded = steps.map((step) => ({ ...step, event: 'settled_by_person' as const }))
  expect(await mayHaveBeenExecuted(renewal(1, { ...cancelled, steps: recorded }))).toBe(true)
})
