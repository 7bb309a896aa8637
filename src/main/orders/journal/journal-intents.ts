import { AppError } from '#shared/errors.ts'
import { breathe, inSlices } from '#main/pace/slices.ts'
import { serviceOf } from '../../api/same-service.ts'
import { isOpen, openStates, storedIntentSchema, type Intent } from '../intent.ts'
import { copyOf, readLines, type Copy } from './journal-line.ts'
import type { JournalStore } from './journal-store.ts'
import { wholeCopy, type JournalTable, type Row } from './journal-table.ts'
import type { Journal } from './journal.ts'
import { createKeyedSerializer } from '#main/pace/serialize-by-key.ts'

export interface JournalIntentsDeps {
  table: JournalTable
  store: JournalStore
  readFile: () => Buffer
}

/** What one decision was made of: no change may touch it. */
const fixed = ['id', 'runId', 'repeats', 'item', 'baseUrl', 'keyId', 'target', 'yen', 'expiryDate', 'idempotencyKey', 'createdAt'] as const satisfies (keyof Intent)[]

const readAtOnce = 200

/** Open intents in memory, the others in the table. */
export function createIntents({ table, store, readFile }: JournalIntentsDeps): Omit<Journal, 'state' | 'close'> {
  const open = new Map<string, Intent>()
  /** Open intents by target, also those that are being added. */
  const claims = new Map<string, string>()

  const claimOf = ({ baseUrl, target }: Pick<Intent, 'baseUrl' | 'target'>) => `${serviceOf(baseUrl)} ${target}`
  const copy = (intent: Intent) => copyOf(intent.id, intent.version, JSON.stringify(intent))

  function claim(intent: Intent): void {
    const holder = claims.get(claimOf(intent))
    if (holder !== undefined && holder !== intent.id) {
      throw new AppError('open_intent', 'Another decision about the same target is not settled', { details: { target: intent.target, intentId: holder } })
    }
    claims.set(claimOf(intent), intent.id)
  }

  function release(intent: Intent): void {
    if (claims.get(claimOf(intent)) === intent.id) claims.delete(claimOf(intent))
  }

  function remember(intent: Intent): void {
    if (isOpen(intent)) open.set(intent.id, intent)
    else {
      open.delete(intent.id)
      release(intent)
    }
  }

  /** A row that was damaged since the start is read from the other file. */
  function read(row: Row): Intent {
    const known = open.get(row.id)
    if (known) return known
    const found = wholeCopy(row) ?? readLines(readFile()).newest.get(row.id)
    const parsed = found?.version === row.version ? storedIntentSchema.safeParse(JSON.parse(found.text.toString())) : null
    if (!parsed?.success) throw new AppError('journal_damaged', 'An intent could not be read', { details: { intentId: row.id } })
    return parsed.data
  }

  function get(id: string): Intent | undefined {
    const known = open.get(id)
    if (known) return known
    const row = table.get(id)
    return row && read(row)
  }

  async function changeNow(id: string, change: (intent: Intent) => Intent): Promise<Intent> {
    const old = get(id)
    if (!old) throw notThere()
    const next = storedIntentSchema.parse({ ...change(old), version: old.version + 1 })
    assertSameDecision(old, next)
    if (isOpen(next)) claim(next)
    try {
      await store.write({ copies: [copy(next)], before: new Map([[id, copy(old)]]) })
    } catch (error) {
      if (!isOpen(old)) release(next)
      throw error
    }
    remember(next)
    if (old.sealed !== null && next.sealed === null) store.wipe()
    return next
  }

  async function replaceNow(id: string, make: (intent: Intent) => readonly [Intent, Intent]): Promise<readonly [Intent, Intent]> {
    const old = get(id)
    if (!old) throw notThere()
    const [changed, other] = make(old)
    const next = storedIntentSchema.parse({ ...changed, version: old.version + 1 })
    const added = storedIntentSchema.parse(other)
    assertSameDecision(old, next)
    if (isOpen(next) || claimOf(added) !== claimOf(old) || get(added.id)) throw new AppError('bug', 'Another intent takes the place of one that is closed')
    if (!isOpen(old)) claim(added)
    claims.set(claimOf(added), added.id)
    try {
      await store.write({ copies: [copy(next), copy(added)], before: new Map([[id, copy(old)], [added.id, null]]) })
    } catch (error) {
      if (isOpen(old)) claims.set(claimOf(old), old.id)
      else release(added)
      throw error
    }
    remember(next)
    remember(added)
    if (old.sealed !== null && next.sealed === null) store.wipe()
    return [next, added]
  }

  /** Changes of one intent follow each other. */
  const inTurn = createKeyedSerializer()

  for (const intent of table.ofStates(openStates).map(read)) {
    open.set(intent.id, intent)
    claims.set(claimOf(intent), intent.id)
  }

  return {
    async add(intents) {
      const added: Intent[] = []
      await inSlices(intents, readAtOnce, (part) => {
        for (const intent of part) added.push(storedIntentSchema.parse(intent))
        if (part.some(({ id }) => get(id))) throw addedTwice()
      })
      if (added.length === 0) return
      if (new Set(added.map(({ id }) => id)).size < added.length) throw addedTwice()
      const claimed: Intent[] = []
      try {
        for (const intent of added.filter(isOpen)) {
          claim(intent)
          claimed.push(intent)
        }
        const copies: Copy[] = []
        await inSlices(added, readAtOnce, (part) => part.forEach((intent) => copies.push(copy(intent))))
        await store.write({ copies, before: new Map(added.map(({ id }) => [id, null])) })
      } catch (error) {
        claimed.forEach(release)
        throw error
      }
      added.forEach(remember)
    },
    change: (id, change) => inTurn(id, () => changeNow(id, change)),
    replace: (id, make) => inTurn(id, () => replaceNow(id, make)),
    get,
    open: () => [...open.values()],
    openFor(baseUrl, target) {
      const id = claims.get(claimOf({ baseUrl, target }))
      return id === undefined ? undefined : open.get(id)
    },
    async ofRun(runId, take) {
      for (const rows of table.ofRun(runId)) {
        take(rows.map(read))
        await breathe()
      }
    },
    *slices(filter) {
      for (const rows of table.slices(filter)) yield rows.map(read)
    },
    page(filter, page) {
      const { rows, ...rest } = table.page(filter, page)
      return { rows: rows.map(read), ...rest }
    },
    counts(filter) {
      const byStatus = table.counts(filter)
      return { total: byStatus.reduce((total, { count }) => total + count, 0), byStatus }
    },
  }
}

function notThere(): AppError {
  return new AppError('not_found', 'There is no such intent', { details: { what: 'intent' } })
}

function addedTwice(): AppError {
  return new AppError('bug', 'An intent is added once')
}

function assertSameDecision(old: Intent, next: Intent): void {
  const isSame = fixed.every((name) => JSON.stringify(old[name]) === JSON.stringify(next[name]))
  const mayBe = (before: string | null, after: string | null) => after === null || after === before
  if (!isSame || !mayBe(old.body, next.body) || !mayBe(old.sealed, next.sealed)) throw new AppError('bug', 'What was decided does not change')
}
