import { useI18n } from 'vue-i18n'
import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useQuotaUsage } from '#renderer/stores/quota-usage.ts'
import { formatWaitEnd } from '#renderer/ui/time/format-wait-end.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { classifyLogReadingsAsAllSomeOrNoneHeld } from './classify-log-readings-as-all-some-or-none-held.ts'
import { findLogReadingWaits } from './find-log-reading-waits.ts'

const textKeyByHold = { none: 'reading', some: 'partlyHeld', all: 'held' } as const

/** Returns functions that describe the reading of the logs of these keys. */
export function useDescribeLogReading() {
  const { t, locale } = useI18n()
  const accounts = useAccounts()
  const appState = useAppState()
  const quota = useQuotaUsage()
  const now = useNowEachTenSeconds()

  const findHold = (keys: readonly KeyLogCoverage[]) =>
    classifyLogReadingsAsAllSomeOrNoneHeld(keys, accounts.accounts, quota.usages, appState.state)

  /** True if the missing entries of the key are being read, and no call for them is on hold. */
  const isBeingRead = (key: KeyLogCoverage): boolean => key.isReading && findHold([key]) === 'none'

  /** Describes the running reading. While calls are on hold, a banner says why and until when. */
  const describeReading = (keys: readonly KeyLogCoverage[]) => t(`logs.archive.${textKeyByHold[findHold(keys)]}`)

  /** Says until when the logs are not read because of limits; empty if they may be read. */
  function describeWaits(keys: readonly KeyLogCoverage[]): string {
    // A banner above every view says that the app is offline.
    const waits = appState.isOffline ? [] : findLogReadingWaits(keys, accounts.accounts, quota.usages, now.value)
    const [longest] = waits
    if (!longest) return ''
    const time = formatWaitEnd(longest.until)
    if (new Set(keys.map(({ accountId }) => accountId)).size === 1)
      return t(`logs.archive.waits.${longest.cause === 'demanded' ? 'demanded' : 'limit'}`, { time })
    return t('logs.archive.someWait', { n: waits.length.toLocaleString(locale.value), time }, waits.length)
  }

  return { findHold, isBeingRead, describeReading, describeWaits }
}
