import type { SpendingReport } from '#shared/ipc/spending-forecast-and-external-purchase-schemas.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import { deriveOrderStatus, findOrderAcceptanceSource } from '#main/orders/derive-order-status.ts'
import { iterateIntentsInChunks } from '#main/orders/journal/iterate-intents-in-chunks.ts'
import type { Journal } from '#main/orders/journal/journal-interface.ts'
import type { StoredIntent } from '#main/orders/stored-intent-schema.ts'

type Month = SpendingReport['months'][number]

/** Returns the month in Japan, as `YYYY-MM`. */
export function formatJapanMonth(instant: number): string {
  return formatJapanDate(instant).slice(0, 7)
}

/**
 * Returns the spending by month of settling, account and kind. `labelOf` returns the current label of an account. An
 * account that is no longer known has the labels that its orders were placed under, each with the spending under it.
 */
export async function computeSpending(
  journal: Pick<Journal, 'iterateInChunks'>,
  accountIds: readonly string[] | null,
  labelOf: (accountId: string) => string | undefined,
): Promise<SpendingReport> {
  const months = new Map<string, Month>()
  let [unsettled, unsettledYen] = [0, 0]
  let [withoutResponse, withoutResponseYen] = [0, 0]
  /** The intents that are counted as charged, or as possibly charged. */
  const counted = new Set<string>()
  /** The intents that were not sent, because the service already showed what they lead to. */
  const unsentRepeats: Pick<StoredIntent, 'id' | 'repeats' | 'yen'>[] = []
  for await (const intent of iterateIntentsInChunks(journal, {
    accountIds: accountIds && [...accountIds],
    states: ['done', 'sent', 'unsettled', 'abandoned'],
  })) {
    const { id, state, item, yen, accountLabel, needsYou } = intent
    if (state === 'abandoned' && !needsYou) continue
    if (deriveOrderStatus(intent) === 'already_ordered') {
      unsentRepeats.push(intent)
      continue
    }
    counted.add(id)
    if (state !== 'done') {
      unsettled += 1
      unsettledYen += yen
      continue
    }
    if (findOrderAcceptanceSource(intent) !== 'response') {
      withoutResponse += 1
      withoutResponseYen += yen
    }
    const month = formatJapanMonth(findSettlingTime(intent))
    const { accountId, kind } = item
    const label = labelOf(accountId) ?? accountLabel
    const name = [month, accountId, kind, label].join(' ')
    const sum = months.get(name) ?? { month, accountId, accountLabel: label, kind, yen: 0, count: 0 }
    months.set(name, { ...sum, yen: sum.yen + yen, count: sum.count + 1 })
  }
  const repeatsCountedAsUnsettled = findRepeatsThatStandForUncounted(unsentRepeats, counted)
  return {
    months: [...months.values()].sort((one, other) => (one.month < other.month ? -1 : Number(one.month > other.month))),
    withoutResponse,
    withoutResponseYen,
    unsettled: unsettled + repeatsCountedAsUnsettled.length,
    unsettledYen: repeatsCountedAsUnsettled.reduce((sum, { yen }) => sum + yen, unsettledYen),
    unsettledRepeats: repeatsCountedAsUnsettled.length,
  }
}

/** By the clock of the service if its answer gave the time, because the clock of this computer may have been wrong. */
function findSettlingTime({ steps, settledAt, createdAt }: StoredIntent): number {
  return steps.find(({ event }) => event === 'answered')?.serverAt ?? settledAt ?? createdAt
}

/**
 * The order that an unsent repeat replaces may have been charged, although the user recorded it as not accepted.
 * Returns one repeat for each such order, without the orders that are counted themselves.
 */
function findRepeatsThatStandForUncounted<Repeat extends Pick<StoredIntent, 'id' | 'repeats'>>(
  unsentRepeats: readonly Repeat[],
  counted: ReadonlySet<string>,
): Repeat[] {
  const replacedById = new Map(unsentRepeats.map(({ id, repeats }) => [id, repeats]))
  const byReplaced = new Map<string, Repeat>()
  for (const repeat of unsentRepeats) {
    let replaced = repeat.id
    for (let next = repeat.repeats; next !== null; next = replacedById.get(next) ?? null) replaced = next
    if (!counted.has(replaced)) byReplaced.set(replaced, repeat)
  }
  return [...byReplaced.values()]
}
