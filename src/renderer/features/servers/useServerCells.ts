import { useI18n } from 'vue-i18n'
import type { ServerRow } from '#shared/ipc/inventory.ts'
import { describeAccountCell } from '#renderer/components/describe-account-cell.ts'
import { describeResourceStatus } from '#renderer/ui/status/describe-resource-status.ts'
import type { CellContentFunctions } from '#renderer/ui/table/table-columns.ts'
import { describeExpiry } from '#renderer/ui/time/describe-expiry.ts'
import { formatAge } from '#renderer/ui/time/format-relative-time.ts'
import { formatTimeTooltip } from '#renderer/ui/time/format-time-tooltip.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'

/** Functions that describe the cells of the server list. */
export function useServerCells(): CellContentFunctions<ServerRow> {
  const { t } = useI18n()
  const now = useNowEachTenSeconds()

  return {
    account: ({ accountId }, hasTitle) => describeAccountCell(accountId, hasTitle, t),
    status({ status, goneSince }, hasTitle) {
      const { icon, tone, word } = describeResourceStatus({ kind: 'server', status, goneSince }, t)
      return { text: word, class: tone === 'quiet' ? 'quiet clipped' : tone, icon, title: hasTitle ? word : undefined }
    },
    /** The date of a gone row is only that of the last reading. */
    expiry({ expiryDate, goneSince }) {
      const { tone, words } = describeExpiry(goneSince === null ? expiryDate : null, now.value, t)
      return {
        text: expiryDate ?? '—',
        class: expiryDate === null ? 'grey' : tone === 'past' ? 'number clipped' : 'number',
        note: words === null ? null : { text: words, tone },
      }
    },
    autoRenew({ autoRenew }, hasTitle) {
      if (autoRenew === null)
        return { text: '—', class: 'grey', title: hasTitle ? t('servers.autoRenew.unknown') : undefined }
      return { text: t(autoRenew ? 'servers.autoRenew.on' : 'servers.autoRenew.off'), class: autoRenew ? '' : 'grey' }
    },
    lastSeen: ({ readAt }, hasTitle) => ({
      text: formatJapanTime(readAt).slice(0, 16),
      class: 'grey number',
      title: hasTitle ? formatTimeTooltip(readAt, t) : undefined,
    }),
    readAt: ({ readAt }, hasTitle) => ({
      text: formatAge(readAt, now.value, t),
      class: 'grey',
      title: hasTitle ? formatTimeTooltip(readAt, t) : undefined,
    }),
  }
}
