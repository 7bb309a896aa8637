import type { IntentView } from '#shared/ipc/orders.ts'
import { formatYen } from '../quote/format-yen.ts'
import { nameOf } from '../intent-words.ts'

/** The values that sentences about an intent name. */
export function valuesOf(intent: Omit<IntentView, 'steps'>, t: (key: string, values?: Record<string, unknown>) => string): Record<string, string> {
  return {
    name: nameOf(intent),
    account: intent.accountLabel,
    amount: formatYen(intent.yen, t),
    date: intent.expiryDate ?? '—',
  }
}

/** How often bytes left, or may have. */
export function sendingsOf({ steps }: Pick<IntentView, 'steps'>): number {
  return steps.filter(({ event }) => event === 'sent').length - steps.filter(({ event }) => event === 'not_sent').length
}

/** The newest reading of what became of it; null when there was none. */
export function lastReading({ steps }: Pick<IntentView, 'steps'>): IntentView['steps'][number] | null {
  return steps.findLast(({ event }) => event === 'read') ?? null
}
