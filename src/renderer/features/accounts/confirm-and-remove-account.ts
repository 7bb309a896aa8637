import { h, type VNode } from 'vue'
import { mainCommands } from '#renderer/ipc-client.ts'
import type { Account } from '#shared/ipc/accounts.ts'
import type { CommandOutput } from '#shared/ipc/contract.ts'
import { confirm, type ConfirmationObstacle } from '#renderer/ui/dialogs/confirm.ts'

type Translate = (key: string, values: Record<string, unknown>, plural?: number) => string
type Preview = CommandOutput<'accounts.removalPreview'>

function listOf(account: Account, preview: Preview, t: Translate, locale: string): VNode {
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
  const lines = kinds
    .filter((kind) => preview[kind] > 0)
    .map((kind) =>
      h(
        'li',
        { class: 'number' },
        t(`accounts.remove.${kind}`, { n: preview[kind].toLocaleString(locale) }, preview[kind]),
      ),
    )
  const list = [
    h('p', t('accounts.remove.deletes', {})),
    h('ul', { style: { listStyle: 'disc', padding: '4px 0 8px 20px' } }, lines),
  ]
  return h('div', { class: 'removal' }, [
    ...(lines.length > 0 ? list : []),
    h('p', t('accounts.remove.orders', { account: account.label })),
    h('p', t('accounts.remove.changes', { account: account.label })),
    h('p', t('accounts.remove.untouched', {})),
  ])
}

/**
 * Shows what the removal deletes locally, and removes the account after a confirmation. Resolves to whether it was
 * removed. `obstacle`: open orders that prevent the removal. `onContinueInBackground`: the user closes the dialog while
 * the data is deleted.
 */
export async function confirmAndRemoveAccount(
  account: Account,
  obstacle: ConfirmationObstacle | null,
  t: Translate,
  locale: string,
  onContinueInBackground: () => void,
): Promise<boolean> {
  const preview = await mainCommands.accounts.removalPreview({ accountId: account.id })
  return confirm({
    title: t('accounts.remove.title', { account: account.label }),
    body: listOf(account, preview, t, locale),
    obstacle,
    action: t('accounts.remove.action', { account: account.label }),
    tone: 'danger',
    workText: t('accounts.remove.working', {}),
    work: () => mainCommands.accounts.remove({ accountId: account.id }),
    onContinueInBackground,
  })
}
