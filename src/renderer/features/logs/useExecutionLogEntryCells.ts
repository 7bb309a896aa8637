import { CircleCheck, CircleX, MapPinX } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import type { StoredExecutionLogEntry, ExecutionLogEntryOrGap } from '#shared/ipc/api-logs.ts'
import { formatJapanTime } from '#shared/japan-time.ts'
import { describeAccountCell } from '#renderer/components/describe-account-cell.ts'
import type { CellContent, CellContentFunctions } from '#renderer/ui/table/table-columns.ts'
import { formatTimeTooltip } from '#renderer/ui/time/format-time-tooltip.ts'
import { describeLogCall } from './describe-log-call.ts'
import { useFindKeyLabel } from './useFindKeyLabel.ts'

const errorStatus = 400

/** The cells of the service's execution log, which are described for every row that scrolls into view. */
export function useExecutionLogEntryCells(): CellContentFunctions<ExecutionLogEntryOrGap> {
  const { t, locale } = useI18n()
  const labelOf = useFindKeyLabel()

  function describeCall(entry: StoredExecutionLogEntry, hasTitle: boolean): CellContent {
    const raw = `${entry.method} ${entry.path}`
    const { text, target } = describeLogCall(entry, t)
    const title = hasTitle ? raw : undefined
    if (text === null) return { text: raw, class: 'mono', title }
    return { text, title, note: target === null ? null : { text: target, tone: '' } }
  }

  function describeSource(entry: StoredExecutionLogEntry, hasTitle: boolean): CellContent {
    const { ipAddress, sender, isAddressKnown } = entry
    if (sender === 'own' || (sender === 'ownOrOther' && isAddressKnown))
      return { text: t(`logs.sender.${sender}`), class: 'grey', title: hasTitle ? (ipAddress ?? undefined) : undefined }
    if (ipAddress === null) return { text: '—', class: 'grey' }
    if (isAddressKnown) return { text: ipAddress, class: 'mono clipped', title: hasTitle ? ipAddress : undefined }
    return {
      text: ipAddress,
      class: 'mono warning clipped',
      icon: MapPinX,
      title: hasTitle ? t('logs.unknownAddress', { address: ipAddress }) : undefined,
    }
  }

  const cells: CellContentFunctions<StoredExecutionLogEntry> = {
    at: ({ at }, hasTitle) => ({
      text: formatJapanTime(at),
      class: 'number',
      title: hasTitle ? formatTimeTooltip(at, t) : undefined,
    }),
    account: ({ accountId }, hasTitle) => describeAccountCell(accountId, hasTitle, t),
    key({ keyId }, hasTitle) {
      const label = labelOf(keyId)
      return {
        text: label ?? t('logs.unknownKey'),
        class: label === null ? 'grey' : '',
        title: hasTitle ? (label ?? keyId) : undefined,
      }
    },
    call: describeCall,
    status: ({ statusCode }) =>
      statusCode < errorStatus
        ? { text: String(statusCode), class: 'good mono', icon: CircleCheck }
        : { text: String(statusCode), class: 'danger mono', icon: CircleX },
    duration: ({ responseTimeMs }) => ({
      text: responseTimeMs === null ? '—' : t('logs.milliseconds', { n: responseTimeMs.toLocaleString(locale.value) }),
      class: 'number',
    }),
    source: describeSource,
  }
  return Object.fromEntries(
    Object.entries(cells).map(([name, describe]) => [
      name,
      ({ entry }: ExecutionLogEntryOrGap, hasTitle: boolean) => (entry ? describe(entry, hasTitle) : { text: '' }),
    ]),
  )
}
