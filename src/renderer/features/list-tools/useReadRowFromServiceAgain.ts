import { useMessage } from 'naive-ui'
import { useI18n } from 'vue-i18n'
import { toAppError, type AppError, type WireError } from '#shared/app-error.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'

export interface RefreshableRow {
  accountId: string
  name: string
  goneSince: number | null
}

/** Reads a row from the service now. Resolves to the errors of the parts that could not be read. */
export type RefreshRow<Row> = (row: Row) => Promise<readonly (AppError | WireError)[]>

/**
 * Reads a row from the service now, and says why a part could not be read: not every error is stored and shown on the
 * page of the row.
 */
export function useReadRowFromServiceAgain<Row extends RefreshableRow>(
  kind: 'domain' | 'server',
  refresh: RefreshRow<Row>,
) {
  const { t } = useI18n()
  const message = useMessage()
  const appState = useAppState()
  const accounts = useAccounts()

  /** Why none of the rows can be read now; null if one can. Gone rows are not read. */
  function findObstacle(rows: readonly Row[]): string | null {
    const listed = rows.filter(({ goneSince }) => goneSince === null)
    if (appState.isOffline) return t('listTools.refresh.offline')
    if (listed.length === 0) return t('listTools.refresh.gone')
    const isPaused = ({ accountId }: Row): boolean => accounts.byId(accountId)?.isPaused === true
    const accountCount = new Set(listed.map(({ accountId }) => accountId)).size
    return listed.every(isPaused) ? t('listTools.refresh.paused', accountCount) : null
  }

  async function refreshRow(row: Row): Promise<void> {
    const shown = message.loading(t('listTools.refresh.reading'), { duration: 0 })
    const errors = await refresh(row).catch((thrown: unknown) => [toAppError(thrown)])
    shown.destroy()
    if (errors.length === 0) {
      message.success(t(`listTools.refresh.done.${kind}`))
      return
    }
    const reasons = [...new Set(errors.map((error) => describeError(error).title))].join(' · ')
    message.warning(t('listTools.refresh.unread', { reasons }), { duration: 8000, closable: true })
  }

  return { findObstacle, refreshRow }
}
