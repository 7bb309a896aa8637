import { Globe, Server } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import type { CustomerResource } from '#shared/ipc/customers.ts'
import { describeAccountCell } from '#renderer/components/describe-account-cell.ts'
import { formatYen } from '#renderer/ui/format/format-yen.ts'
import { describeResourceStatus } from '#renderer/ui/status/describe-resource-status.ts'
import type { CellContentFunctions } from '#renderer/ui/table/table-columns.ts'
import { describeExpiry } from '#renderer/ui/time/describe-expiry.ts'
import { formatAge } from '#renderer/ui/time/format-relative-time.ts'
import { formatTimeTooltip } from '#renderer/ui/time/format-time-tooltip.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'

/** Functions that describe the cells of the domains and servers of a customer. */
export function useCustomerResourceCells(): CellContentFunctions<CustomerResource> {
  const { t } = useI18n()
  const now = useNowEachTenSeconds()

  const readTitle = (at: number | null): string | undefined =>
    at === null ? undefined : t('domains.readAge', { age: formatAge(at, now.value, t), time: formatTimeTooltip(at, t) })

  return {
    name: ({ kind, name, decodedName }, hasTitle) => ({
      text: decodedName ?? name,
      class: 'mono',
      icon: kind === 'domain' ? Globe : Server,
      title: hasTitle ? [t(`customers.kind.${kind}`), ...new Set([decodedName ?? name, name])].join('\n') : undefined,
    }),
    account: ({ accountId }, hasTitle) => describeAccountCell(accountId, hasTitle, t),
    status({ kind, status }, hasTitle) {
      const { icon, tone, word } = describeResourceStatus({ kind, status, goneSince: null }, t)
      return { text: word, class: tone === 'quiet' ? 'quiet clipped' : tone, icon, title: hasTitle ? word : undefined }
    },
    expiry({ expiryDate, readAt }, hasTitle) {
      const { tone, words } = describeExpiry(expiryDate, now.value, t)
      return {
        text: expiryDate ?? '—',
        class: expiryDate === null ? 'grey' : tone === 'past' ? 'number clipped' : 'number',
        note: words === null ? null : { text: words, tone },
        title: hasTitle ? readTitle(readAt) : undefined,
      }
    },
    autoRenew({ autoRenew, autoRenewReadAt }, hasTitle) {
      if (autoRenew === null)
        return {
          text: '—',
          class: 'grey',
          title: hasTitle
            ? t(autoRenewReadAt === null ? 'domains.autoRenew.unread' : 'domains.autoRenew.notGiven')
            : undefined,
        }
      return {
        text: t(autoRenew ? 'domains.autoRenew.on' : 'domains.autoRenew.off'),
        class: autoRenew ? '' : 'grey',
        title: hasTitle ? readTitle(autoRenewReadAt) : undefined,
      }
    },
    renewal: ({ renewal }) =>
      renewal.unknown === null
        ? { text: formatYen(renewal.yen, t), class: 'number' }
        : { text: t(`customers.noPrice.${renewal.unknown}`), class: 'grey clipped' },
    pricedAt: ({ renewal }, hasTitle) => ({
      text: renewal.readAt === null ? '—' : formatAge(renewal.readAt, now.value, t),
      class: 'grey',
      title: hasTitle && renewal.readAt !== null ? formatTimeTooltip(renewal.readAt, t) : undefined,
    }),
  }
}
