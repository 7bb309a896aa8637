import { useI18n } from 'vue-i18n'
import { countDaysUntil, formatJapanDate } from '#shared/japan-time.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useShrunkenListReview } from '#renderer/composables/useShrunkenListReview.ts'
import { formatAge, formatDaysUntil } from '#renderer/ui/time/format-relative-time.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { formatOrderRunTitle } from '#renderer/features/orders/runs/format-order-run-title.ts'
import { nearlyUsedQuotaFraction } from '#shared/attention/create-api-quota-attention-items.ts'
import type { ShownAttentionItem } from '#shared/attention/shown-attention-item.ts'

export function useDescribeAttentionItem(): (item: ShownAttentionItem) => string {
  const { t, te, locale } = useI18n()
  const now = useNowEachTenSeconds()
  const accounts = useAccounts()
  const { line } = useShrunkenListReview()

  function counted(key: string, n: number, values: Record<string, unknown> = {}): string {
    return t(key, { ...values, n: n.toLocaleString(locale.value) }, n)
  }

  /** The text for a known status; a general text for a status that the app does not know. */
  function inStatus(area: 'domains_pending' | 'servers_pending', status: string, count: number): string {
    const key = `overview.items.${area}.${status}`
    return te(key)
      ? counted(key, count)
      : counted(`overview.items.${area === 'domains_pending' ? 'domainsInStatus' : 'serversInStatus'}`, count, {
          status,
        })
  }

  function keyState({
    accountId,
    keyId,
    keyLabel: key,
    state,
  }: Extract<ShownAttentionItem, { kind: 'key_state' }>): string {
    const error = accounts.byId(accountId)?.keys.find(({ id }) => id === keyId)?.error ?? null
    // A company proxy or a login screen may answer with 401, too.
    if (state === 'quarantined' && error !== null && error.kind !== 'service')
      return t('overview.items.keyPerhapsNotRefusedByService', { key })
    const known = `overview.items.key_state.${state}`
    return te(known) ? t(known, { key }) : t('overview.items.keyInState', { key, state })
  }

  /** Declined orders do not wait any more, so they are not counted as stopped. */
  function balanceText({ run, count, onHold }: Extract<ShownAttentionItem, { reason: 'balance' }>): string {
    const parts = [
      ...(onHold > 0 ? [counted('overview.items.balance.onHold', onHold)] : []),
      ...(count > onHold ? [counted('overview.items.balance.declined', count - onHold)] : []),
    ]
    return t('overview.items.balance.line', {
      run: formatOrderRunTitle(run, now.value, t),
      parts: parts.join(t('orders.and')),
    })
  }

  return (item) => {
    switch (item.kind) {
      case 'run_stopped':
        if (item.reason === 'balance') return balanceText(item)
        return counted(`overview.items.run_stopped.${item.reason}`, item.count, {
          run: formatOrderRunTitle(item.run, now.value, t),
        })
      case 'orders_unsettled':
        return counted(
          item.isBeingChecked ? 'overview.items.orders_unsettled' : 'overview.items.orders_not_checked',
          item.count,
        )
      case 'orders_need_you':
        return counted('orders.needsYouCount', item.count)
      case 'no_keys':
        return t('overview.items.no_keys')
      case 'key_state':
        return keyState(item)
      case 'key_expires': {
        const days = countDaysUntil(formatJapanDate(item.expiresAt), now.value) ?? 0
        return t('overview.items.key_expires', { key: item.keyLabel, when: formatDaysUntil(days, t) })
      }
      case 'keychain':
        return describeError(item.error).title
      case 'sync_failed':
        return t('overview.items.sync_failed', { age: formatAge(item.at, now.value, t) })
      case 'sync_failed_many':
        return counted('overview.items.sync_failed_many', item.accountIds.length, {
          age: formatAge(item.at, now.value, t),
        })
      case 'details_failed':
        return counted('overview.items.details_failed', item.count, { age: formatAge(item.at, now.value, t) })
      case 'list_shrunk':
        return line(item)
      case 'list_denied':
        return t(`overview.items.list_denied.${item.list}`)
      case 'quota_nearly_used':
        return item.usage === null
          ? counted('overview.items.quota_nearly_used.many', item.accountIds.length, {
              percent: Math.round(nearlyUsedQuotaFraction * 100),
            })
          : t('overview.items.quota_nearly_used.one', {
              used: item.usage.used.toLocaleString(locale.value),
              all: item.usage.all.toLocaleString(locale.value),
            })
      case 'stale':
        return t(item.syncedAt === null ? 'overview.items.never' : 'overview.items.stale')
      case 'stale_many':
        return counted('overview.items.stale_many', item.accountIds.length)
      case 'shared_domains':
        return counted('overview.items.shared_domains', item.count, {
          other: accounts.byId(item.otherAccountId)?.label ?? item.otherAccountId,
        })
      case 'domains_gone':
      case 'servers_gone':
        return counted(`overview.items.${item.kind}`, item.count)
      case 'domains_expired':
        return counted('overview.items.domains_expired', item.count)
      case 'domains_expiring':
      case 'servers_expiring': {
        const within = counted('overview.items.within', item.days)
        // The text says that the count includes the items of the shorter threshold. It is short, so it is not cut off.
        const words =
          item.countedBefore === 0
            ? counted(`overview.items.${item.kind}`, item.count, { within })
            : counted(`overview.items.${item.kind}_more`, item.count, {
                within,
                before: item.countedBefore.toLocaleString(locale.value),
              })
        return item.excludesAccounts
          ? t('overview.items.withoutLaterWarnings', { words, n: item.days.toLocaleString(locale.value) })
          : words
      }
      case 'domains_pending':
      case 'servers_pending':
        return inStatus(item.kind, item.status, item.count)
    }
  }
}
