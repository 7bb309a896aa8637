import type { IntentFilter } from '#shared/ipc/orders.ts'
import { breathe } from '../../pace/slices.ts'
import type { Intent } from '../intent.ts'
import type { Journal } from './journal.ts'

const atOnce = 200

/**
 * Every intent that the filter lets through, oldest first, in slices with breaths between. One that comes into the filter meanwhile may
 * push others on, so that a slice shows them again: each is handed out once.
 */
export async function* everyIntent(journal: Pick<Journal, 'page'>, filter: Partial<IntentFilter>): AsyncGenerator<Intent> {
  const whole: IntentFilter = { accountIds: null, states: null, kinds: null, needsYou: false, runId: null, text: '', from: null, until: null, ...filter }
  const seen = new Set<string>()
  for (let offset = 0; ; offset += atOnce) {
    const { rows } = journal.page(whole, { sort: 'createdAt', isDescending: false, offset, limit: atOnce })
    for (const intent of rows) {
      if (seen.has(intent.id)) continue
      seen.add(intent.id)
      yield intent
    }
    if (rows.length < atOnce) return
    await breathe()
  }
}
