import type { Spending } from '#shared/ipc/orders.ts'
import { japanDate } from '#shared/japan-time.ts'
import { everyIntent } from '../journal/every-intent.ts'
import type { Journal } from '../journal/journal.ts'

type Month = Spending['months'][number]

/** `YYYY-MM`, the month in Japan at an instant. */
export function japanMonth(instant: number): string {
  return japanDate(instant).slice(0, 7)
}

/** What was spent, by month of settling, account and kind; `labelOf` answers what an account is called now. */
export async function takeSpending(
  journal: Pick<Journal, 'slices'>,
  accountIds: readonly string[] | null,
  labelOf: (accountId: string) => string | undefined,
): Promise<Spending> {
  const months = new Map<string, Month>()
  let [unsettled, unsettledYen] = [0, 0]
  for await (const { state, item, yen, settledAt, createdAt, accountLabel } of everyIntent(journal, { accountIds: accountIds && [...accountIds], states: ['done', 'sent', 'unsettled'] })) {
    if (state !== 'done') {
      unsettled += 1
      unsettledYen += yen
      continue
    }
    const month = japanMonth(settledAt ?? createdAt)
    const { accountId, kind } = item
    const name = [month, accountId, kind].join(' ')
    const sum = months.get(name) ?? { month, accountId, accountLabel: labelOf(accountId) ?? accountLabel, kind, yen: 0, count: 0 }
    months.set(name, { ...sum, yen: sum.yen + yen, count: sum.count + 1 })
  }
  return { months: [...months.values()].sort((one, other) => (one.month < other.month ? -1 : Number(one.month > other.month))), unsettled, unsettledYen }
}
