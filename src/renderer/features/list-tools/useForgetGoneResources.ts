import { useMessage } from 'naive-ui'
import { h, type VNode } from 'vue'
import { useI18n } from 'vue-i18n'
import { toAppError } from '#shared/app-error.ts'
import type {
  ForgetGoneResourcesPreview,
  ForgetGoneResourcesResult,
} from '#shared/ipc/forget-gone-resources-schemas.ts'
import type { CommandInput } from '#shared/ipc/all-commands-and-events.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import { describeError } from '#renderer/ui/notices/describe-error.ts'
import { joinSentences } from '#renderer/ui/format/join-sentences.ts'

type GoneResourceSelection = CommandInput<'inventory.previewForgetGone'>

/** Forgets domains or servers that are gone from the lists, after a confirmation that counts what is deleted. */
export function useForgetGoneResources() {
  const { t, locale } = useI18n()
  const message = useMessage()
  const accounts = useAccounts()
  const counted = (key: string, n: number, values: Record<string, string> = {}): string =>
    t(key, { ...values, n: n.toLocaleString(locale.value) }, n)

  /** Returns whether they were forgotten. `name`: how a single domain or server is displayed. */
  async function forgetGone(targets: GoneResourceSelection, name: string | null = null): Promise<boolean> {
    const { kind } = targets
    const preview = await mainCommands.inventory.previewForgetGone(targets).catch((thrown: unknown) => {
      message.error(describeError(toAppError(thrown)).title)
      return null
    })
    if (preview === null) return false
    if (preview.rows === 0) {
      message.info(t('forgetGone.nothing'))
      return false
    }
    const done: { result: ForgetGoneResourcesResult | null } = { result: null }
    const isDone = await confirm({
      title:
        name === null
          ? counted(`forgetGone.confirm.${kind}`, preview.rows, { account: describeAccounts(preview.accountIds) })
          : t('forgetGone.confirmOne', { name }),
      body: describeDeletion(kind, preview),
      action: name === null ? counted(`forgetGone.action.${kind}`, preview.rows) : t('forgetGone.actionOne', { name }),
      tone: 'danger',
      workText: t('forgetGone.working'),
      work: async () => {
        done.result = await mainCommands.inventory.forgetGone({ forgetId: preview.forgetId })
      },
      onContinueInBackground: () => undefined,
    }).catch((thrown: unknown) => {
      message.error(describeError(toAppError(thrown)).title)
      return false
    })
    if (isDone && done.result !== null) showResult(kind, done.result)
    return isDone
  }

  function describeAccounts(ids: readonly string[]): string {
    const [only] = ids
    if (ids.length === 1 && only !== undefined) return accounts.byId(only)?.label ?? only
    return counted('forgetGone.accounts', ids.length)
  }

  function describeDeletion(kind: GoneResourceSelection['kind'], preview: ForgetGoneResourcesPreview): VNode {
    const lines = [
      counted(`forgetGone.rows.${kind}`, preview.rows),
      ...(kind === 'domain' ? [counted('forgetGone.records', preview.records)] : []),
      counted(`forgetGone.details.${kind}`, preview.details),
      counted(`forgetGone.annotations.${kind}`, preview.annotations),
      ...(preview.usageReadings > 0 ? [counted('forgetGone.usageReadings', preview.usageReadings)] : []),
      ...(preview.zoneDrafts > 0 ? [counted('forgetGone.zoneDrafts', preview.zoneDrafts)] : []),
    ]
    return h('div', [
      h('p', t('forgetGone.deletes')),
      h(
        'ul',
        { style: { listStyle: 'disc', padding: '4px 0 8px 20px' } },
        lines.map((line) => h('li', { class: 'number' }, line)),
      ),
      h('p', t(`forgetGone.keeps.${kind}`)),
      h('p', t('forgetGone.untouched')),
      h('p', t('forgetGone.noUndo')),
    ])
  }

  function showResult(
    kind: GoneResourceSelection['kind'],
    { forgotten, listedAgain }: ForgetGoneResourcesResult,
  ): void {
    if (forgotten === 0 && listedAgain === 0) {
      message.info(t('forgetGone.nothing'))
      return
    }
    const text = joinSentences([
      forgotten > 0 ? counted(`forgetGone.done.${kind}`, forgotten) : null,
      listedAgain > 0 ? counted('forgetGone.listedAgain', listedAgain) : null,
    ])
    if (listedAgain > 0) message.warning(text, { duration: 8000, closable: true })
    else message.success(text)
  }

  return { forgetGone }
}
