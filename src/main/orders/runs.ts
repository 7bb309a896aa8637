import { AppError } from '#shared/errors.ts'
import type { ApiAccounts, ApiClient } from '../api/types.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Journal, Sealer } from './journal.ts'
import type { Runs } from './orders.ts'

export interface RunsDeps {
  api: Pick<ApiClient, 'call' | 'pay' | 'usableKeys'>
  journal: Journal
  sealer: Sealer
  accounts: Pick<ApiAccounts, 'account' | 'keys'>
  clock: Clock
  random: () => number
  newId: () => string
  /** `orders.changed` and `orders.runs`. */
  emit: Emit
}

/** Sends and settles intents. Everything that must not be lost is in the journal: composed anew on the same journal, `start` goes on. */
export function createRuns(_: RunsDeps): Runs & {
  /** Something may stand otherwise: online again, a key was added. What could not be sent is tried now. */
  wake(): void
} {
  throw new AppError('bug', 'Orders are not put together yet')
}
