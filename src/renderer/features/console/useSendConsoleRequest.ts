import { computed, h, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { fillRequestVariables, findRequestVariables } from '#shared/console/find-and-fill-request-variables.ts'
import type { ConsoleRequest, ConsoleRequestContent, ConsoleRequestPreview } from '#shared/ipc/console.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { confirm } from '#renderer/ui/dialogs/open-confirmation-dialog.ts'
import DescriptionList from '#renderer/ui/layout/DescriptionList.vue'
import { useConsoleRequestAndAnswer } from './console-request-and-answer-store.ts'
import { findConsoleRequestProblem, type ConsoleRequestProblem } from './find-console-request-problem.ts'

export interface ConsoleRequestSender {
  /** Why the request cannot be sent; null if it can. */
  problem: ComputedRef<ConsoleRequestProblem | null>
  /** The variables whose values are asked for; null if none are. */
  askedVariables: ShallowRef<string[] | null>
  /** Sends the request that is edited; asks for the values of its variables first. A write is confirmed. */
  send: () => Promise<void>
  /** Stops asking for the values of variables. */
  dismiss: () => void
  sendWith: (values: Readonly<Record<string, string>>) => Promise<void>
}

export function useSendConsoleRequest(): ConsoleRequestSender {
  const { t } = useI18n()
  const store = useConsoleRequestAndAnswer()
  const problem = computed(() => findProblem(store.content))
  const askedVariables = shallowRef<string[] | null>(null)
  // Another request has other variables, and values may be meant for one account only.
  watch([() => store.content, () => store.accountId], () => (askedVariables.value = null))
  /** Values of variables that the form of the request holds. */
  let held: Readonly<Record<string, string>> = {}

  function findProblem(content: ConsoleRequestContent): ConsoleRequestProblem | null {
    return findConsoleRequestProblem(content, Object.values(store.typedJson))
  }

  /** False when the form has a value to correct, which it then shows. */
  async function checkForm(): Promise<boolean> {
    const values = store.form?.document ? await store.form.document.checkBeforeSending(store.content) : {}
    if (values === null) store.part = 'parameters'
    held = values ?? {}
    return values !== null
  }

  async function sendContent(content: ConsoleRequestContent): Promise<void> {
    if (store.accountId === null || store.sending) return
    const request: ConsoleRequest = { ...content, accountId: store.accountId, keyId: store.keyId }
    if (request.method === 'GET') return store.send(request, null)
    const preview = await mainCommands.console.preview(request).catch(() => null)
    // The change is sent with the key that the confirmation names, or not at all.
    const shown = { ...request, keyId: preview?.key?.id ?? request.keyId }
    let confirmationId: string | null = null
    if (await confirmWrite(shown, preview, (id) => (confirmationId = id))) await store.send(shown, confirmationId)
  }

  function confirmWrite(
    request: ConsoleRequest,
    preview: ConsoleRequestPreview | null,
    receive: (confirmationId: string) => void,
  ): Promise<boolean> {
    const facts = [
      {
        key: 'url',
        label: t('console.confirm.url'),
        value: `${request.method} ${preview?.url ?? request.path}`,
        isMono: true,
      },
      { key: 'account', label: t('console.confirm.account'), value: store.account?.label ?? '' },
      ...(preview?.key ? [{ key: 'key', label: t('console.confirm.key'), value: preview.key.label }] : []),
    ]
    return confirm({
      title: t('console.confirm.title', { method: request.method }),
      body: h('div', [h('p', t('console.confirm.text')), h(DescriptionList, { facts })]),
      action: t('console.confirm.action', { method: request.method, account: store.account?.label ?? '' }),
      tone: 'danger',
      work: async () => receive((await mainCommands.console.confirm(request)).confirmationId),
    })
  }

  return {
    problem,
    askedVariables,
    async send() {
      if (problem.value || store.sending || !(await checkForm())) return
      const names = findRequestVariables(store.content).filter((name) => !Object.hasOwn(held, name))
      if (names.length > 0) askedVariables.value = names
      else await sendContent(fillRequestVariables(store.content, held))
    },
    dismiss: () => void (askedVariables.value = null),
    async sendWith(values) {
      const filled = fillRequestVariables(store.content, { ...held, ...values })
      if (findProblem(filled)) return
      askedVariables.value = null
      await sendContent(filled)
    },
  }
}
