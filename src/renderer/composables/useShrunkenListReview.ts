import { useI18n } from 'vue-i18n'
import { minuteMs } from '#shared/durations.ts'
import type { ShrunkenList } from '#shared/ipc/accounts.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { formatJapanTimeToMinute } from '#renderer/ui/time/format-japan-time-to-minute.ts'
import { useNowEachTenSeconds } from '#renderer/ui/time/useNowEachTenSeconds.ts'
import { confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'

/** Texts for a shrunken list that waits for a decision, and the dialog in which the user accepts it. */
export function useShrunkenListReview() {
  const { t, locale } = useI18n()
  const now = useNowEachTenSeconds()
  const accounts = useAccounts()

  const minute = (at: number): string => t('common.inJapan', { time: formatJapanTimeToMinute(at, now.value) })

  const valuesOf = ({ missing, expectedCount, readAt }: ShrunkenList) => ({
    missing: missing.toLocaleString(locale.value),
    expected: expectedCount.toLocaleString(locale.value),
    time: minute(readAt),
  })

  function title(shrunken: ShrunkenList): string {
    return t(`shell.shrunken.${shrunken.list}`, valuesOf(shrunken))
  }

  /** One-line text for the overview. */
  function line(shrunken: ShrunkenList): string {
    return t(`overview.items.list_shrunk.${shrunken.list}`, valuesOf(shrunken))
  }

  function text({ acceptedFrom }: ShrunkenList): string {
    // Of the time, only the minutes are shown.
    return t('shell.shrunken.text', { time: minute(Math.ceil(acceptedFrom / minuteMs) * minuteMs) })
  }

  /**
   * Accepts the list with the `readAt` that the user saw. If a newer list arrived meanwhile, main answers with a
   * conflict and the dialog shows it.
   */
  function accept(accountId: string, shrunken: ShrunkenList): Promise<boolean> {
    const { list, readAt } = shrunken
    return confirm({
      title: t('shell.shrunken.acceptTitle', { account: accounts.byId(accountId)?.label ?? accountId }),
      body: t(`shell.shrunken.acceptBody.${list}`, valuesOf(shrunken)),
      // How many entries are marked is not known before, because those read again since are left out.
      action: t('shell.shrunken.acceptAction'),
      work: () => mainCommands.inventory.acceptShrunkenList({ accountId, list, readAt }),
    })
  }

  return { title, line, text, accept }
}
