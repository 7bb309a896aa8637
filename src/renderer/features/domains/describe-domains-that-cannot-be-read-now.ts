import { daysBeforeRetryingRefusedDetail } from '#shared/domain-and-server-detail-kinds.ts'
import type { DomainReadingEstimate } from './summarize-domain-reading-cost.ts'

type Translate = (key: string, values: Record<string, unknown>, count: number) => string
type Account = DomainReadingEstimate['accounts'][number]

const maxNamedAccounts = 3

interface Options {
  /** Returns the label of an account. */
  labelOf: (accountId: string) => string
  formatNumber: (n: number) => string
  /** Freshly read domains are not read again. */
  leavesOutFresh: boolean
}

/** Says which chosen domains are not read, or only later, and why. */
export function describeDomainsThatCannotBeReadNow(
  { accounts }: DomainReadingEstimate,
  { labelOf, formatNumber, leavesOutFresh }: Options,
  t: Translate,
): string[] {
  const nameAccounts = (ids: readonly string[]): string => {
    const names = ids.slice(0, maxNamedAccounts).map(labelOf).join(', ')
    const more = ids.length - maxNamedAccounts
    return more > 0 ? t('domainReading.moreAccounts', { names, n: formatNumber(more) }, more) : names
  }
  const describe = (field: 'notListed' | 'noKeyMayRead' | 'refusedDomains'): string[] => {
    const concerned = accounts.filter((account: Account) => account[field] > 0)
    const n = concerned.reduce((sum, account) => sum + account[field], 0)
    const values = {
      n: formatNumber(n),
      accounts: nameAccounts(concerned.map(({ accountId }) => accountId)),
      days: daysBeforeRetryingRefusedDetail,
    }
    return n === 0 ? [] : [t(`domainReading.${field}`, values, n)]
  }
  const paused = accounts.filter(
    ({ isPaused, all, withoutFresh }) => isPaused && (leavesOutFresh ? withoutFresh : all).domains > 0,
  )
  return [
    ...describe('notListed'),
    ...describe('noKeyMayRead'),
    ...describe('refusedDomains'),
    ...(paused.length > 0
      ? [t('domainReading.paused', { accounts: nameAccounts(paused.map(({ accountId }) => accountId)) }, paused.length)]
      : []),
  ]
}
