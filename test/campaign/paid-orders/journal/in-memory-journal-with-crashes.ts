import { AppError } from '#shared/app-error.ts'
import { isIntentOpen, type StoredIntent } from '#main/orders/stored-intent-schema.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import type { SimulatedProcess } from '#test/campaign/paid-orders/simulated-process.ts'
import type { ReplayableChoices } from '#test/campaign/paid-orders/replayable-choices.ts'
import type { VirtualTime } from '#test/campaign/paid-orders/virtual-time.ts'
import { createKeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'

/** What is durably on a machine's disk. A process finds it when it starts. */
export interface DurableIntents {
  intents: Map<string, StoredIntent>
}

interface Options {
  disk: DurableIntents
  process: SimulatedProcess
  time: VirtualTime
  choices: ReplayableChoices
  /** Probability that the disk refuses a write, 0 to 1. */
  badDisk: () => number
}

/** A journal in memory: a change is durable when it resolves, and a crash loses all other changes. */
export function createMemoryJournal({ disk, process: life, time, choices, badDisk }: Options): Journal {
  const newest = new Map(disk.intents)
  const all = () => [...newest.values()]

  async function write(name: string, intents: readonly StoredIntent[]): Promise<void> {
    await life.step(name, async () => {
      if (choices.chance(0.2)) await time.wait(choices.span(1_000))
      if (choices.chance(badDisk()))
        throw new AppError(choices.oneOf(['disk_full', 'database_failed'] as const), 'The disk takes nothing')
      if (!life.isOver) for (const intent of intents) disk.intents.set(intent.id, intent)
    })
    for (const intent of intents) newest.set(intent.id, intent)
  }

  const serialize = createKeyedTaskQueue()

  function inTurn<T>(id: string, run: (intent: StoredIntent) => Promise<T>): Promise<T> {
    return serialize(id, async () => {
      const intent = newest.get(id)
      if (!intent) throw new AppError('not_found', 'No such intent')
      return run(intent)
    })
  }

  const journal: Journal = {
    async add(intents, closing) {
      // The quotes of the campaign replace no orders.
      if (closing && closing.size > 0) throw new Error('The journal in memory closes no orders when it adds some')
      const targets = new Set<string>()
      for (const { id, baseUrl, target } of intents) {
        const other = journal.findOpenFor(baseUrl, target)
        if (other || targets.has(target))
          throw new AppError('open_intent', 'Another decision is open', {
            details: { target, intentId: other?.id ?? id },
          })
        targets.add(target)
      }
      // Reserves the targets during the write, so that no second intent for a target is added. The intents themselves
      // become visible only after the write.
      for (const intent of intents) reserved.add(`${intent.baseUrl} ${intent.target}`)
      try {
        await write('journal.add', intents)
        return []
      } finally {
        for (const intent of intents) reserved.delete(`${intent.baseUrl} ${intent.target}`)
      }
    },
    change: (id, change) =>
      inTurn(id, async (intent) => {
        const next = { ...change(intent), version: intent.version + 1 }
        await write(`journal ${next.state}`, [next])
        return next
      }),
    changeAndAddSuccessor: (id, make) =>
      inTurn(id, async (intent) => {
        const [changed, added] = make(intent)
        const next = { ...changed, version: intent.version + 1 }
        await write(`journal ${next.state} and another`, [next, added])
        return [next, added] as const
      }),
    get: (id) => newest.get(id),
    listOpen: () => all().filter(isIntentOpen),
    findOpenFor(baseUrl, target) {
      if (reserved.has(`${baseUrl} ${target}`)) return { id: 'being written' } as StoredIntent
      return all().find((intent) => intent.baseUrl === baseUrl && intent.target === target && isIntentOpen(intent))
    },
    forEachChunkOfRun: async (runId, receive) => receive(all().filter((intent) => intent.runId === runId)),
    iterateInChunks: () => [],
    page: ({ kinds, accountIds }) => {
      const rows = all().filter(
        ({ item }) =>
          (kinds === null || kinds.includes(item.kind)) && (accountIds === null || accountIds.includes(item.accountId)),
      )
      return { rows, total: rows.length, offset: 0 }
    },
    countByStatus: () => ({ total: newest.size, byStatus: [] }),
    health: () => ({ state: 'good', lost: 0, error: null }),
    close: async () => undefined,
  }
  const reserved = new Set<string>()
  return journal
}
