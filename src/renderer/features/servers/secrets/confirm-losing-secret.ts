import { confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'

/** Asks before a password or private key disappears that was neither copied nor saved. */
export function confirmLosingSecret(t: (key: string) => string): Promise<boolean> {
  return confirm({
    title: t('serverSecrets.leave'),
    body: t('serverSecrets.leaveText'),
    action: t('serverSecrets.leaveAction'),
    refusal: t('serverSecrets.stay'),
    tone: 'danger',
  })
}
