import { h, type VNode } from 'vue'
import { mainCommands } from '#renderer/ipc-client.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { CommandOutput } from '#shared/ipc/all-commands-and-events.ts'
import { confirm, type ConfirmationObstacle } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { createBulletList } from '#renderer/ui/dialogs/create-bullet-list.ts'

type Translate = (key: string, values: Record<string, unknown>, plural?: number) => string
type Preview = CommandOutput<'accounts.removalPreview'>

/** `orders`: the number of orders of the account; null if it cannot be read. */
function listOf(preview: Preview, orders: number | null, t: Translate, locale: string): VNode {
  const kinds = [
    'keys',
    'domains',
    'servers',
    'records',
    'annotations',
    'logEntries',
    'requests',
    'snapshots',
    'zoneDrafts',
    'usageReadings',
    'consoleRequests',
  ] as const
  const number = (n: number) => n.toLocaleString(locale)
  const goneCounts: Partial<Record<(typeof kinds)[number], number>> = {
    domains: preview.goneDomains,
    servers: preview.goneServers,
  }
  const describeGone = (n: number) =>
    n === 0 ? '' : t('common.inBrackets', { text: t('accounts.remove.gone', { n: number(n) }) })
  const lines = kinds
    .filter((kind) => preview[kind] > 0)
    .map(
      (kind) =>
        t(`accounts.remove.${kind}`, { n: number(preview[kind]) }, preview[kind]) + describeGone(goneCounts[kind] ?? 0),
    )
  const ordersText =
    orders === null ? t('accounts.remove.orders', {}) : t('accounts.remove.ordersKept', { n: number(orders) }, orders)
  const list = [h('p', t('accounts.remove.deletes', {})), createBulletList(lines)]
  return h('div', { class: 'removal' }, [
    ...(lines.length > 0 ? list : []),
    ...(orders === 0 ? [] : [h('p', ordersText)]),
    h('p', t('accounts.remove.changes', {})),
    h('p', t('accounts.remove.untouched', {})),
  ])
}

/**
 * Shows what the removal deletes locally, and removes the account after a confirmation. Resolves to whether it was
 * removed. `obstacle`: returns the open orders that prevent the removal. `onContinueInBackground`: the user closes the
 * dialog while the data is deleted.
 */
export async function confirmAndRemoveAccount(
  account: Account,
  obstacle: () => ConfirmationObstacle | null,
  t: Translate,
  locale: string,
  onContinueInBackground: () => void,
): Promise<boolean> {
  const [preview, orders] = await Promise.all([
    mainCommands.accounts.removalPreview({ accountId: account.id }),
    // The order journal can be unavailable; the account can be removed nevertheless.
    mainCommands.orders.list({ filter: { accountIds: [account.id] }, limit: 1 }).then(
      ({ total }) => total,
      () => null,
    ),
  ])
  return confirm({
    title: t('accounts.remove.title', { account: account.label }),
    body: listOf(preview, orders, t, locale),
    obstacle,
    action: t('accounts.remove.action', { account: account.label }),
    tone: 'danger',
    workText: t('accounts.remove.working', {}),
    work: () => mainCommands.accounts.remove({ accountId: account.id }),
    onContinueInBackground,
  })
}
