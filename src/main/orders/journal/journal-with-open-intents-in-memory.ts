import { AppError } from '#shared/app-error.ts'
import { yieldToEventLoop, forEachChunk } from '#main/event-loop/chunked-work.ts'
import { getServiceIdentity } from '#main/api/compare-services-by-base-url.ts'
import {
  isIntentOpen,
  openIntentStates,
  storedIntentSchema,
  type StoredIntent,
} from '#main/orders/stored-intent-schema.ts'
import { createChecksummedIntent, parseJournalLines, type ChecksummedIntent } from './journal-line.ts'
import type { JournalWriter } from './journal-writer.ts'
import { toChecksummedIntentIfIntact, type JournalTable, type JournalRow } from './order-intent-table.ts'
import type { IntentChangesById, Journal } from './journal-interface.ts'
import { createKeyedTaskQueue } from '#main/event-loop/keyed-task-queue.ts'

export interface JournalWithOpenIntentsInMemoryDeps {
  table: JournalTable
  writer: JournalWriter
  readFile: () => Buffer
}

/** Fields of the confirmed decision. No change may alter them. */
const immutableFields = [
  'id',
  'runId',
  'repeats',
  'item',
  'baseUrl',
  'keyId',
  'target',
  'yen',
  'expiryDate',
  'idempotencyKey',
  'createdAt',
] as const satisfies (keyof StoredIntent)[]

const intentsPerChunk = 200

/** Keeps open intents in memory. The others are read from the table. */
export function createJournalWithOpenIntentsInMemory({
  table,
  writer,
  readFile,
}: JournalWithOpenIntentsInMemoryDeps): Omit<Journal, 'health' | 'close'> {
  const open = new Map<string, StoredIntent>()
  /** Ids of open intents by target, including those that are being added. */
  const targetClaims = new Map<string, string>()

  const claimKey = ({ baseUrl, target }: Pick<StoredIntent, 'baseUrl' | 'target'>) =>
    `${getServiceIdentity(baseUrl)} ${target}`
  const copy = (intent: StoredIntent) => createChecksummedIntent(intent.id, intent.version, JSON.stringify(intent))

  function claimTarget(intent: StoredIntent): void {
    const holder = targetClaims.get(claimKey(intent))
    if (holder !== undefined && holder !== intent.id) {
      throw new AppError('open_intent', 'Another decision about the same target is not settled', {
        details: { target: intent.target, intentId: holder },
      })
    }
    targetClaims.set(claimKey(intent), intent.id)
  }

  function releaseTarget(intent: StoredIntent): void {
    if (targetClaims.get(claimKey(intent)) === intent.id) targetClaims.delete(claimKey(intent))
  }

  function remember(intent: StoredIntent): void {
    if (isIntentOpen(intent)) open.set(intent.id, intent)
    else {
      open.delete(intent.id)
      releaseTarget(intent)
    }
  }

  /** A row that was damaged since the start is read from the append-only file instead. */
  function read(row: JournalRow): StoredIntent {
    const known = open.get(row.id)
    if (known) return known
    const found = toChecksummedIntentIfIntact(row) ?? parseJournalLines(readFile()).intactById.get(row.id)
    const parsed =
      found?.version === row.version ? storedIntentSchema.safeParse(JSON.parse(found.text.toString())) : null
    if (!parsed?.success)
      throw new AppError('journal_damaged', 'An intent could not be read', { details: { intentId: row.id } })
    return parsed.data
  }

  function get(id: string): StoredIntent | undefined {
    const known = open.get(id)
    if (known) return known
    const row = table.get(id)
    return row && read(row)
  }

  async function changeNow(id: string, change: (intent: StoredIntent) => StoredIntent): Promise<StoredIntent> {
    const old = get(id)
    if (!old) throw intentNotFound()
    const next = storedIntentSchema.parse({ ...change(old), version: old.version + 1 })
    assertSameDecision(old, next)
    if (isIntentOpen(next)) claimTarget(next)
    try {
      await writer.write({ copies: [copy(next)], before: new Map([[id, copy(old)]]) })
    } catch (error) {
      if (!isIntentOpen(old)) releaseTarget(next)
      throw error
    }
    remember(next)
    if (old.sealed !== null && next.sealed === null) writer.requestRewriteWithoutSecrets()
    return next
  }

  async function changeAndAddNow(
    id: string,
    make: (intent: StoredIntent) => readonly [StoredIntent, StoredIntent],
  ): Promise<readonly [StoredIntent, StoredIntent]> {
    const old = get(id)
    if (!old) throw intentNotFound()
    const [changed, other] = make(old)
    const next = storedIntentSchema.parse({ ...changed, version: old.version + 1 })
    const added = storedIntentSchema.parse(other)
    assertSameDecision(old, next)
    if (isIntentOpen(next) || claimKey(added) !== claimKey(old) || get(added.id))
      throw new AppError('bug', 'The first intent must end closed, and the second must have the same target')
    if (!isIntentOpen(old)) claimTarget(added)
    targetClaims.set(claimKey(added), added.id)
    try {
      await writer.write({
        copies: [copy(next), copy(added)],
        before: new Map([
          [id, copy(old)],
          [added.id, null],
        ]),
      })
    } catch (error) {
      if (isIntentOpen(old)) targetClaims.set(claimKey(old), old.id)
      else releaseTarget(added)
      throw error
    }
    remember(next)
    remember(added)
    if (old.sealed !== null && next.sealed === null) writer.requestRewriteWithoutSecrets()
    return [next, added]
  }

  async function addNow(intents: readonly StoredIntent[], closing: IntentChangesById): Promise<StoredIntent[]> {
    const added: StoredIntent[] = []
    await forEachChunk(intents, intentsPerChunk, (part) => {
      for (const intent of part) added.push(storedIntentSchema.parse(intent))
      if (part.some(({ id }) => get(id))) throw intentAddedTwice()
    })
    if (added.length === 0) return []
    if (new Set(added.map(({ id }) => id)).size < added.length) throw intentAddedTwice()
    const closed: { old: StoredIntent; next: StoredIntent }[] = []
    await forEachChunk([...closing], intentsPerChunk, (part) =>
      part.forEach(([id, close]) => closed.push(...closeIfChanged(id, close))),
    )
    const claimed: StoredIntent[] = []
    try {
      for (const { old } of closed) releaseTarget(old)
      for (const intent of added.filter(isIntentOpen)) {
        claimTarget(intent)
        claimed.push(intent)
      }
      const copies: ChecksummedIntent[] = []
      const written = [...closed.map(({ next }) => next), ...added]
      await forEachChunk(written, intentsPerChunk, (part) => part.forEach((intent) => copies.push(copy(intent))))
      const before = [
        ...closed.map(({ old }) => [old.id, copy(old)] as const),
        ...added.map(({ id }) => [id, null] as const),
      ]
      await writer.write({ copies, before: new Map(before) })
    } catch (error) {
      claimed.forEach(releaseTarget)
      for (const { old } of closed) if (!targetClaims.has(claimKey(old))) claimTarget(old)
      throw error
    }
    for (const { next } of closed) remember(next)
    added.forEach(remember)
    if (closed.some(({ old, next }) => old.sealed !== null && next.sealed === null))
      writer.requestRewriteWithoutSecrets()
    return closed.map(({ next }) => next)
  }

  function closeIfChanged(
    id: string,
    close: (intent: StoredIntent) => StoredIntent,
  ): { old: StoredIntent; next: StoredIntent }[] {
    const old = get(id)
    if (!old) throw intentNotFound()
    const changed = close(old)
    if (changed === old) return []
    const next = storedIntentSchema.parse({ ...changed, version: old.version + 1 })
    assertSameDecision(old, next)
    if (!isIntentOpen(old) || isIntentOpen(next))
      throw new AppError('bug', 'The other intent must be open and end closed')
    return [{ old, next }]
  }

  /** Changes of one intent run one after another. */
  const runAfterEarlierChanges = createKeyedTaskQueue()

  /** Runs the task after the earlier changes of all these intents, and before their later ones. */
  async function runAfterEarlierChangesOfAll<T>(ids: readonly string[], task: () => Promise<T>): Promise<T> {
    const ended = Promise.withResolvers<void>()
    const turns = ids.map((id) => {
      const turn = Promise.withResolvers<void>()
      void runAfterEarlierChanges(id, () => {
        turn.resolve()
        return ended.promise
      })
      return turn.promise
    })
    try {
      await Promise.all(turns)
      return await task()
    } finally {
      ended.resolve()
    }
  }

  for (const intent of table.getByStates(openIntentStates).map(read)) {
    open.set(intent.id, intent)
    targetClaims.set(claimKey(intent), intent.id)
  }

  return {
    add: (intents, closing = new Map()) =>
      runAfterEarlierChangesOfAll([...closing.keys()], () => addNow(intents, closing)),
    change: (id, change) => runAfterEarlierChanges(id, () => changeNow(id, change)),
    changeAndAddSuccessor: (id, make) => runAfterEarlierChanges(id, () => changeAndAddNow(id, make)),
    get,
    listOpen: () => [...open.values()],
    findOpenFor(baseUrl, target) {
      const id = targetClaims.get(claimKey({ baseUrl, target }))
      return id === undefined ? undefined : open.get(id)
    },
    async forEachChunkOfRun(runId, receive) {
      for (const rows of table.iterateByRun(runId)) {
        receive(rows.map(read))
        await yieldToEventLoop()
      }
    },
    *iterateInChunks(filter) {
      for (const rows of table.iterateInChunks(filter)) yield rows.map(read)
    },
    page(filter, page) {
      const { rows, ...rest } = table.page(filter, page)
      return { rows: rows.map(read), ...rest }
    },
    countByStatus(filter) {
      const byStatus = table.countByStatus(filter)
      return { total: byStatus.reduce((total, { count }) => total + count, 0), byStatus }
    },
  }
}

function intentNotFound(): AppError {
  return new AppError('not_found', 'There is no such intent', { details: { what: 'intent' } })
}

function intentAddedTwice(): AppError {
  return new AppError('bug', 'An intent is added once')
}

function assertSameDecision(old: StoredIntent, next: StoredIntent): void {
  const isSame = immutableFields.every((name) => JSON.stringify(old[name]) === JSON.stringify(next[name]))
  const mayBe = (before: string | null, after: string | null) => after === null || after === before
  if (!isSame || !mayBe(old.body, next.body) || !mayBe(old.sealed, next.sealed))
    throw new AppError('bug', 'What was decided does not change')
}
