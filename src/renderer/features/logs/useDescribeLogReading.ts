import { useI18n } from 'vue-i18n'
import type { KeyLogCoverage } from '#shared/ipc/api-logs.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { useQuotaUsage } from '#renderer/stores/quota-usage.ts'
import { findLogReadingHold } from './find-log-reading-hold.ts'

const textKeyByHold = { none: 'reading', some: 'partlyHeld', all: 'held' } as const

/**
 * Returns a function that describes the running reading of the logs of these keys. While calls are on hold, a banner
 * says why and until when.
 */
export function useDescribeLogReading(): (keys: readonly KeyLogCoverage[]) => string {
  const { t } = useI18n()
  const accounts = useAccounts()
  const appState = useAppState()
  const quota = useQuotaUsage()
  return (keys) =>
    t(`logs.archive.${textKeyByHold[findLogReadingHold(keys, accounts.accounts, quota.usages, appState.state)]}`)
}
