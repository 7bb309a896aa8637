import { useI18n } from 'vue-i18n'
import type { ShrunkenList } from '#shared/ipc/accounts.ts'
import { formatJapanTime, japanDate } from '#shared/japan-time.ts'
import { useNow } from '../composables/useNow.ts'
import { confirm } from '../ui/confirm.ts'
import { useAccounts } from './accounts-state.ts'
import { useSync } from './sync-state.ts'

/** The words for a list that waits, and the person's decision on it. */
export function useShrunkenList() {
  const { t } = useI18n()
  const now = useNow()
  const accounts = useAccounts()
  const sync = useSync()

  /** The minute in Japan; with the date, unless that is today's. */
  function minute(at: number): string {
    const [date, time = ''] = formatJapanTime(at).slice(0, 16).split(' ')
    return date === japanDate(now.value) ? time : `${date} ${time}`
  }

  const valuesOf = ({ missing, held, readAt }: ShrunkenList) => ({ missing: missing.toLocaleString(), held: held.toLocaleString(), time: minute(readAt) })

  function title(shrunken: ShrunkenList): string {
    return t(`shell.shrunken.${shrunken.list}`, valuesOf(shrunken))
  }

  /** In one line of the overview. */
  function line(shrunken: ShrunkenList): string {
    return t(`overview.items.list_shrunk.${shrunken.list}`, valuesOf(shrunken))
  }

  function text({ agreesFrom }: ShrunkenList): string {
    return t('shell.shrunken.text', { time: minute(agreesFrom) })
  }

  async function accept(accountId: string, shrunken: ShrunkenList): Promise<void> {
    const { list, missing, held } = shrunken
    const isSure = await confirm({
      title: t('shell.shrunken.acceptTitle', { account: accounts.byId(accountId)?.label ?? accountId }),
      body: t(`shell.shrunken.acceptBody.${list}`, { missing: missing.toLocaleString(), held: held.toLocaleString() }),
      action: t(`shell.shrunken.acceptAction.${list}`, { n: missing.toLocaleString() }, missing),
    })
    if (isSure) await sync.acceptShrunkenList(accountId, shrunken)
  }

  return { title, line, text, accept }
}
