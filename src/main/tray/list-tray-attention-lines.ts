import { listAttentionAccountIds, type ShownAttentionItem } from '#shared/attention/shown-attention-item.ts'
import { goneStatus } from '#shared/ipc/inventory.ts'
import type { PageLink } from '#shared/ipc/page-link-from-notification-or-tray.ts'

/** A line of the tray's menu: what needs attention, how many things, and the page that shows them. */
export interface TrayAttentionLine {
  text: TrayAttentionLineText
  count: number
  link: PageLink
}

type AccountLineKey =
  | 'keys'
  | 'key_expiries'
  | 'keychain'
  | 'syncs'
  | 'details'
  | 'shrunken_lists'
  | 'denied_lists'
  | 'stale'
  | 'shared_domains'
  | 'quota'

type ResourceLineKey = 'domains_expired' | 'domains_gone' | 'servers_gone'

/**
 * What a line counts; `days` and `status` are values of its text. `excludesAccounts`: accounts that warn later are not
 * counted.
 */
export type TrayAttentionLineText =
  | { key: 'orders_to_decide' | 'orders_stopped' | 'orders_unsettled' | ResourceLineKey | AccountLineKey }
  | { key: 'domains_expiring' | 'servers_expiring'; days: number; excludesAccounts: boolean }
  | { key: 'domains_pending' | 'servers_pending'; status: string }

/** Returns one line per kind of item, in the order of the overview. Items of a kind are counted together. */
export function listTrayAttentionLines(items: readonly ShownAttentionItem[]): TrayAttentionLine[] {
  const lines = new Map<string, TrayAttentionLine>()
  for (const item of items) {
    const line = toLine(item)
    const key = JSON.stringify(line.text)
    const known = lines.get(key)
    lines.set(key, known ? merge(known, line) : line)
  }
  return [...lines.values()]
}

function toLine(item: ShownAttentionItem): TrayAttentionLine {
  switch (item.kind) {
    case 'orders_need_you':
      return { text: { key: 'orders_to_decide' }, count: item.count, link: { page: 'orders', show: 'to_decide' } }
    case 'run_stopped':
      return { text: { key: 'orders_stopped' }, count: item.count, link: { page: 'orders', show: 'stopped' } }
    case 'orders_unsettled':
      return { text: { key: 'orders_unsettled' }, count: item.count, link: { page: 'orders', show: 'unsettled' } }
    case 'domains_expired':
      return {
        text: { key: 'domains_expired' },
        count: item.count,
        link: { page: 'domains', accountIds: null, statuses: ['expired'], expiresWithinDays: null },
      }
    case 'domains_gone':
    case 'servers_gone':
      return {
        text: { key: item.kind },
        count: item.count,
        link: {
          page: item.kind === 'domains_gone' ? 'domains' : 'servers',
          accountIds: null,
          statuses: [goneStatus],
          expiresWithinDays: null,
        },
      }
    case 'domains_expiring':
    case 'servers_expiring':
      return {
        text: { key: item.kind, days: item.days, excludesAccounts: item.excludesAccounts },
        count: item.count,
        link: {
          page: item.kind === 'domains_expiring' ? 'domains' : 'servers',
          accountIds: item.excludesAccounts ? item.accountIds : null,
          statuses: item.kind === 'domains_expiring' ? ['active'] : [],
          expiresWithinDays: item.days,
        },
      }
    case 'domains_pending':
    case 'servers_pending':
      return {
        text: { key: item.kind, status: item.status },
        count: item.count,
        link: {
          page: item.kind === 'domains_pending' ? 'domains' : 'servers',
          accountIds: null,
          statuses: [item.status],
          expiresWithinDays: null,
        },
      }
    case 'no_keys':
    case 'key_state':
      return ofAccounts('keys', item)
    case 'key_expires':
      return ofAccounts('key_expiries', item)
    case 'keychain':
      return ofAccounts('keychain', item)
    case 'sync_failed':
    case 'sync_failed_many':
      return ofAccounts('syncs', item)
    case 'details_failed':
      return ofAccounts('details', item)
    case 'list_shrunk':
      return ofAccounts('shrunken_lists', item)
    case 'list_denied':
      return ofAccounts('denied_lists', item)
    case 'stale':
    case 'stale_many':
      return ofAccounts('stale', item)
    case 'shared_domains':
      return ofAccounts('shared_domains', item)
    case 'quota_nearly_used':
      return ofAccounts('quota', item)
  }
}

/** A line that counts accounts. Its link opens the overview of these accounts. */
function ofAccounts(key: AccountLineKey, item: ShownAttentionItem): TrayAttentionLine {
  const accountIds = listAttentionAccountIds(item)
  return { text: { key }, count: accountIds.length, link: { page: 'overview', accountIds } }
}

function merge(one: TrayAttentionLine, other: TrayAttentionLine): TrayAttentionLine {
  if (one.link.page !== 'overview' || other.link.page !== 'overview') return { ...one, count: one.count + other.count }
  const accountIds = [...new Set([...(one.link.accountIds ?? []), ...(other.link.accountIds ?? [])])]
  return { ...one, count: accountIds.length, link: { page: 'overview', accountIds } }
}
