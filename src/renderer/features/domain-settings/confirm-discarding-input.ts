import { confirm } from '#renderer/ui/dialogs/confirm.ts'

/** Asks before the input of a drawer is discarded. */
export function confirmDiscardingInput(t: (key: string) => string): Promise<boolean> {
  return confirm({
    title: t('domainSettings.leave'),
    body: t('domainSettings.leaveText'),
    action: t('domainSettings.leaveAction'),
    tone: 'danger',
  })
}
