import { isAppError, type ErrorKind } from '#shared/errors.ts'
import type { ApiAccounts, ApiClient } from '../../api/types.ts'
import type { Clock } from '../../clock.ts'
import type { Emit } from '../../ipc/handlers.ts'
import { createThrottle } from '../../pace/throttle.ts'
import type { Intent } from '../intent.ts'
import type { DismissedRuns } from '../dismissed-runs.ts'
import type { Journal, Sealer } from '../journal/journal.ts'
import type { Clocks } from './evidence.ts'
import { createReadings, type OnDomainRead, type Readings } from './readings.ts'
import { createRunBook, type RunBook, type RunBookDeps } from './run-book.ts'
import type { Moment } from './steps.ts'

export interface DeskDeps {
  api: Pick<ApiClient, 'call' | 'pay' | 'usableKeys'>
  journal: Journal
  sealer: Sealer
  accounts: Pick<ApiAccounts, 'account' | 'keys'>
  clock: Clock
  random: () => number
  newId: () => string
  /** `orders.changed` and `orders.runs`. */
  emit: Emit
  /** Something new is known of what was ordered: the intent's newest step says it. */
  onStep: (intent: Intent) => void
  /** The detail of a domain was read for an order. */
  onDomainRead?: OnDomainRead
  isOvertaken: RunBookDeps['isOvertaken']
  dismissed: DismissedRuns
}

/** What all that works on intents shares. */
export interface Desk extends DeskDeps {
  readings: Readings
  book: RunBook
  /** Ids of intents that are being written as sent. */
  leaving: Set<string>
  /** Aborts when Banto ends. */
  signal: AbortSignal
  /** By our clock, and the service's where an answer told it. `at`: of an answer that came before now. */
  moment(serverAt?: number | null, at?: number): Moment
  /** Now, by all clocks. `serverAt`: what the service's said with the newest answer. */
  clocks(serverAt: number | null): Clocks
  /** Writes a change once, and tells it. Throws what the journal throws, and what `change` throws. */
  change(id: string, change: (intent: Intent) => Intent): Promise<Intent>
  /** Writes what cannot be undone any more: again and again until the disk takes it. Throws when Banto ends before. */
  write(id: string, change: (intent: Intent) => Intent): Promise<Intent>
  /** Of the runs something changed, and of no order. */
  tellRuns(): void
  /** Something was written. */
  tell(intent: Intent): void
  /** As `tell`, of an order whose run is not shown. */
  tellChanged(intentId: string): void
  /** Ends early, without an error, when Banto ends, `until` aborts, or, unless `isWoken` is false, `wake` is called. */
  nap(ms: number, how?: { isWoken?: boolean; until?: AbortSignal }): Promise<void>
  wake(): void
}

const tellEveryMs = 250
const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** What the change itself says, not the disk. */
const final: readonly ErrorKind[] = ['not_found', 'conflict']

export function createDesk(deps: DeskDeps, signal: AbortSignal): Desk {
  const { journal, clock, emit } = deps
  const book = createRunBook({ clock, isOvertaken: deps.isOvertaken, isDismissed: deps.dismissed.has })
  const readings = createReadings(deps)
  let changed = new Set<string>()
  let bell = new AbortController()
  const throttle = createThrottle(clock, tellEveryMs, () => {
    if (signal.aborted) return
    const intentIds = [...changed]
    changed = new Set()
    emit('orders.changed', { intentIds })
    emit('orders.runs', book.list())
  })

  function tell(intent: Intent): void {
    book.note(intent)
    tellChanged(intent.id)
  }

  function tellChanged(intentId: string): void {
    changed.add(intentId)
    throttle.poke()
  }

  async function change(id: string, make: (intent: Intent) => Intent): Promise<Intent> {
    let hasNewStep = false
    const intent = await journal.change(id, (newest) => {
      const next = make(newest)
      // Compared before the journal writes it: what the journal answers is a copy, of which every step is another object.
      hasNewStep = next.steps.at(-1) !== newest.steps.at(-1)
      return next
    })
    tell(intent)
    if (hasNewStep) deps.onStep(intent)
    return intent
  }

  async function nap(ms: number, { isWoken = true, until }: { isWoken?: boolean; until?: AbortSignal } = {}): Promise<void> {
    await clock.sleep(ms, AbortSignal.any([signal, ...(isWoken ? [bell.signal] : []), ...(until ? [until] : [])])).catch(() => undefined)
  }

  return {
    ...deps,
    readings,
    book,
    tellRuns: () => emit('orders.runs', book.list()),
    leaving: new Set(),
    signal,
    moment: (serverAt = null, at = clock.now()) => ({ at, serverAt }),
    clocks: (serverAt) => ({ serverAt, at: clock.now(), upAt: clock.monotonic() }),
    change,
    async write(id, make) {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
        try {
          return await change(id, make)
        } catch (error) {
          if (!isAppError(error) || final.includes(error.kind) || signal.aborted) throw error
        }
        await nap(pauseMs, { isWoken: false })
      }
    },
    tell,
    tellChanged,
    nap,
    wake() {
      const rung = bell
      bell = new AbortController()
      rung.abort()
    },
  }
}
