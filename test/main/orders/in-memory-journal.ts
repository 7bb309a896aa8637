import { AppError } from '#shared/app-error.ts'
import { isIntentOpen, type StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'

/** A journal without files, for tests with a fast or virtual clock. Files would take real time. */
export function createInMemoryJournal(): Journal {
  const intents = new Map<string, StoredIntent>()
  const all = () => [...intents.values()]

  return {
    async add(added, closing = new Map()) {
      const closed = [...closing].flatMap(([id, close]) => {
        const intent = intents.get(id)
        if (!intent) throw new AppError('not_found', 'No such intent')
        const changed = close(intent)
        return changed === intent ? [] : [{ ...changed, version: intent.version + 1 }]
      })
      const closedIds = new Set(closed.map(({ id }) => id))
      for (const { baseUrl, target } of added) {
        const other = all().find(
          (intent) =>
            isIntentOpen(intent) && !closedIds.has(intent.id) && intent.baseUrl === baseUrl && intent.target === target,
        )
        if (other)
          throw new AppError('open_intent', 'Another intent is open', { details: { target, intentId: other.id } })
      }
      for (const intent of [...closed, ...added]) intents.set(intent.id, intent)
      return closed
    },
    async change(id, change) {
      const intent = intents.get(id)
      if (!intent) throw new AppError('not_found', 'No such intent')
      const changed = { ...change(intent), version: intent.version + 1 }
      intents.set(id, changed)
      return changed
    },
    async changeAndAddSuccessor(id, make) {
      const intent = intents.get(id)
      if (!intent) throw new AppError('not_found', 'No such intent')
      const [changed, added] = make(intent)
      const next = { ...changed, version: intent.version + 1 }
      intents.set(id, next).set(added.id, added)
      return [next, added]
    },
    get: (id) => intents.get(id),
    listOpen: () => all().filter(isIntentOpen),
    findOpenFor: (baseUrl, target) =>
      all().find((intent) => isIntentOpen(intent) && intent.baseUrl === baseUrl && intent.target === target),
    forEachChunkOfRun: async (runId, receive) => receive(all().filter((intent) => intent.runId === runId)),
    iterateInChunks: () => [all()],
    page: () => ({ rows: all(), total: intents.size, offset: 0 }),
    countByStatus: () => ({ total: intents.size, byStatus: [] }),
    health: () => ({ state: 'good', lost: 0, error: null }),
    close: () => Promise.resolve(),
  }
}
