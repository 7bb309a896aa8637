import { dayMs } from '#shared/durations.ts'
import { formatJapanDate } from '#shared/japan-time.ts'
import { listsStaleAfterMs } from '#main/accounts/assess-account-health.ts'
import { stoppedOrderReasons, type NotificationFacts, type StoppedOrderReason } from './notification-facts.ts'

export type NotificationLanguage = 'ja' | 'en'

/** Names that a notification shows. More are counted. */
const maxNames = 3

interface Texts {
  domains_expiring: (n: number, days: number) => string
  servers_expiring: (n: number, days: number) => string
  keys_expiring: (n: number, days: number) => string
  syncs_failing: (n: number) => string
  orders_to_decide: (n: number) => string
  orders_stopped: (n: number) => string
  /** The number of these domains or servers that expire within a shorter time than the title states, or are overdue. */
  span: (n: number, days: number) => string
  withOverdue: (spans: string) => string
  key: (account: string, key: string, date: string) => string
  mayBeCharged: (n: number) => string
  stopped: Record<StoppedOrderReason, (n: number) => string>
  more: (n: number) => string
  age: (days: number) => string
  shared: string
  and: string
}

const plural = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`

const texts: Record<NotificationLanguage, Texts> = {
  en: {
    domains_expiring: (n, days) =>
      `${plural(n, 'active domain', 'active domains')} due within ${plural(days, 'day', 'days')} or overdue`,
    servers_expiring: (n, days) =>
      `${plural(n, 'server has expired or expires', 'servers have expired or expire')} within ${plural(days, 'day', 'days')}`,
    keys_expiring: (n, days) =>
      days === 0
        ? `${plural(n, 'API key has expired', 'API keys have expired')}`
        : `${plural(n, 'API key', 'API keys')}: expired in the last 7 days, or due within ${plural(days, 'day', 'days')}`,
    syncs_failing: (n) =>
      `${plural(n, 'account', 'accounts')}: sync error, and a complete list of the last 24 hours is missing`,
    orders_to_decide: (n) => `${plural(n, 'order needs', 'orders need')} a decision: outcome unknown`,
    orders_stopped: (n) => `${plural(n, 'order', 'orders')} on hold or declined`,
    span: (n, days) => `within ${plural(days, 'day', 'days')} ${n.toLocaleString('en')}`,
    withOverdue: (spans) => `Including overdue: ${spans}`,
    key: (account, key, date) => `${account}: ${key} (${date})`,
    mayBeCharged: (n) => `Banto could not confirm whether ${n === 1 ? 'it was' : 'they were'} charged.`,
    stopped: {
      balance: (n) => `Insufficient balance: ${n.toLocaleString('en')}`,
      declined: (n) => `Declined: ${n.toLocaleString('en')}`,
      paused: (n) => `Paused: ${n.toLocaleString('en')}`,
      other: (n) => `On hold: ${n.toLocaleString('en')}`,
    },
    more: (n) => `+${n.toLocaleString('en')}`,
    age: (days) => `Oldest data read ${plural(days, 'day', 'days')} ago.`,
    shared: 'Domains and servers in several accounts are counted in each.',
    and: ' · ',
  },
  ja: {
    domains_expiring: (n, days) =>
      `有効なドメイン ${n.toLocaleString('ja')} 件の期限が ${days} 日以内です（超過を含む）`,
    servers_expiring: (n, days) => `期限切れまたは ${days} 日以内に期限を迎えるサーバー ${n.toLocaleString('ja')} 台`,
    keys_expiring: (n, days) =>
      days === 0
        ? `APIキー ${n.toLocaleString('ja')} 件が期限切れになりました`
        : `直近7日以内に期限切れになったか、${days} 日以内に期限を迎えるAPIキー ${n.toLocaleString('ja')} 件`,
    syncs_failing: (n) =>
      `${n.toLocaleString('ja')} アカウントで同期エラーがあり、24時間以内の完全な一覧がそろっていません`,
    orders_to_decide: (n) => `${n.toLocaleString('ja')} 件の注文に判断が必要です（結果不明）`,
    orders_stopped: (n) => `停止中または不成立の注文 ${n.toLocaleString('ja')} 件`,
    span: (n, days) => `${days} 日以内 ${n.toLocaleString('ja')} 件`,
    withOverdue: (spans) => `超過を含む: ${spans}`,
    key: (account, key, date) => `${account}: ${key}（${date}）`,
    mayBeCharged: () => '課金されたかどうかを確認できませんでした。',
    stopped: {
      balance: (n) => `残高不足 ${n.toLocaleString('ja')} 件`,
      declined: (n) => `不成立 ${n.toLocaleString('ja')} 件`,
      paused: (n) => `一時停止 ${n.toLocaleString('ja')} 件`,
      other: (n) => `停止中 ${n.toLocaleString('ja')} 件`,
    },
    more: (n) => `ほか ${n.toLocaleString('ja')} 件`,
    age: (days) => `最も古い情報は ${days} 日前に読み込んだものです。`,
    shared: '複数のアカウントにあるドメイン・サーバーは、各アカウントで重複して計上しています。',
    and: '・',
  },
}

/**
 * Returns the title and the body of the notification. The body says the age of the oldest data if it is older than a
 * day. `now`: epoch milliseconds.
 */
export function describeNotification(
  facts: NotificationFacts,
  language: NotificationLanguage,
  now: number,
): { title: string; body: string } {
  const text = texts[language]
  switch (facts.kind) {
    case 'domains_expiring':
    case 'servers_expiring': {
      const { kind, days, countsByWarningPeriod, oldestReadAt, hasSharedRows } = facts
      const shorter = countsByWarningPeriod.filter((span) => span.days < days && span.count > 0)
      const lines = [
        shorter.length > 0
          ? text.withOverdue(shorter.map((span) => text.span(span.count, span.days)).join(text.and))
          : '',
        now - oldestReadAt > listsStaleAfterMs ? text.age(Math.floor((now - oldestReadAt) / dayMs)) : '',
        hasSharedRows ? text.shared : '',
      ]
      return {
        title: text[kind](countsByWarningPeriod.at(-1)?.count ?? 0, days),
        body: lines.filter(Boolean).join('\n'),
      }
    }
    case 'keys_expiring': {
      const names = facts.keys.map(({ accountLabel, label, expiresAt }) =>
        text.key(accountLabel, label, formatJapanDate(expiresAt)),
      )
      return { title: text.keys_expiring(names.length, facts.days), body: joinFirst(names, text) }
    }
    case 'syncs_failing': {
      const names = facts.accounts.map(({ label }) => label)
      return { title: text.syncs_failing(names.length), body: joinFirst(names, text) }
    }
    case 'orders_to_decide':
      return { title: text.orders_to_decide(facts.count), body: text.mayBeCharged(facts.count) }
    case 'orders_stopped': {
      const stopped = stoppedOrderReasons.filter((reason) => facts.counts[reason] > 0)
      return {
        title: text.orders_stopped(stopped.reduce((sum, reason) => sum + facts.counts[reason], 0)),
        body: stopped.map((reason) => text.stopped[reason](facts.counts[reason])).join(text.and),
      }
    }
  }
}

function joinFirst(names: readonly string[], { more, and }: Texts): string {
  const hidden = names.length - maxNames
  return [...names.slice(0, maxNames), ...(hidden > 0 ? [more(hidden)] : [])].join(and)
}
