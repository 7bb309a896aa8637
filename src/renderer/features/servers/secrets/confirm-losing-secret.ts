import { joinSentences } from '#renderer/ui/format/join-sentences.ts'
import { confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'

/**
 * Asks before a password or private key disappears that was neither copied nor saved. `tabs`: the titles of the tabs
 * that show one, if the user may see another tab.
 */
export function confirmLosingSecret(
  t: (key: string, values?: Record<string, unknown>) => string,
  tabs: readonly string[] = [],
): Promise<boolean> {
  return confirm({
    title: t('serverSecrets.leave'),
    body: joinSentences([
      tabs.length === 0 ? null : t('serverSecrets.leaveTabs', { tabs: tabs.join(t('common.listSeparator')) }),
      t('serverSecrets.leaveText'),
    ]),
    action: t('serverSecrets.leaveAction'),
    refusal: t('serverSecrets.stay'),
    tone: 'danger',
  })
}
