import { useMessage } from 'naive-ui'
import { useI18n } from 'vue-i18n'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useAppState } from '#renderer/stores/app-state.ts'

/** Maximum number of rows in one refresh, because each row costs several calls of the quota. */
export const maxRefreshedRows = 20

export interface RefreshableRow {
  accountId: string
  name: string
  goneSince: number | null
}

/**
 * Reads rows from the service now, one after the other, and says how many could not be read. `refresh`: reads one row;
 * returns whether everything could be read.
 */
export function useReadRowsFromServiceAgain<Row extends RefreshableRow>(refresh: (row: Row) => Promise<boolean>) {
  const { t, locale } = useI18n()
  const message = useMessage()
  const appState = useAppState()
  const accounts = useAccounts()
  const words = (n: number) => n.toLocaleString(locale.value)

  /** Gone rows are not read. */
  const listedOf = (rows: readonly Row[]): Row[] => rows.filter(({ goneSince }) => goneSince === null)

  /** Why the rows cannot be read now; null if they can. `maxRows`: how many at once. */
  function findObstacle(rows: readonly Row[], maxRows = maxRefreshedRows): string | null {
    const listed = listedOf(rows)
    if (appState.isOffline) return t('listTools.refresh.offline')
    if (listed.length > maxRows) return t('listTools.refresh.tooMany', { n: words(maxRows) })
    if (listed.length === 0) return t('listTools.refresh.gone')
    const isPaused = ({ accountId }: Row): boolean => accounts.byId(accountId)?.isPaused === true
    const accountCount = new Set(listed.map(({ accountId }) => accountId)).size
    return listed.every(isPaused) ? t('listTools.refresh.paused', accountCount) : null
  }

  async function refreshRows(rows: readonly Row[]): Promise<void> {
    const listed = listedOf(rows)
    const shown = message.loading(t('listTools.refresh.reading', { n: words(listed.length) }, listed.length), {
      duration: 0,
    })
    let unread = 0
    for (const row of listed) if (!(await refresh(row).catch(() => false))) unread += 1
    shown.destroy()
    if (unread === 0) message.success(t('listTools.refresh.done', { n: words(listed.length) }, listed.length))
    else
      message.warning(t('listTools.refresh.unread', { n: words(unread), total: words(listed.length) }, unread), {
        duration: 8000,
        closable: true,
      })
  }

  return { findObstacle, refreshRows }
}
