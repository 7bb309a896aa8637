import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch, type Component } from 'vue'
import { fromWireError, toAppError, type AppError } from '#shared/app-error.ts'
import type {
  ConsoleAnswer,
  ConsoleRequestContent,
  ConsoleMethod,
  ConsoleQueryPair,
  ConsoleRequest,
} from '#shared/ipc/console.ts'
import { mainCommands, onMainEvent } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'

export type ConsoleRequestPart = 'parameters' | 'query' | 'body'

/** A form for the parameters of the request. The component reads and writes the request through this store. */
export interface ConsoleParameterForm {
  /** The form is for requests of this method and path, such as `/v1/server/{servername}/memo`. */
  method: ConsoleMethod
  template: string
  component: Component
  props: Record<string, unknown>
  /** Set for an operation of an imported document, whose form holds the values of the request. */
  document?: OpenapiOperationForm
}

export interface OpenapiOperationForm {
  operationId: string
  /** Base URL of the service that the document was imported for. */
  baseUrl: string
  /** True if the form produced the path and the query, and they were not edited outside it. */
  isPathAndQueryFromForm: (content: ConsoleRequestContent) => boolean
  /** Returns the values of the variables that the form hides; null when a value has to be corrected. */
  checkBeforeSending: (content: ConsoleRequestContent) => Promise<Record<string, string> | null>
}

interface EndedChange {
  /** Null without an answer. */
  status: number | null
  outcome: NonNullable<ConsoleAnswer['outcome']>
  changeId: string | null
  /** Why there is no answer. */
  error: AppError | null
}

/** Holds the request that the user edits and the answer to the last request, in memory only. */
export const useConsoleRequestAndAnswer = defineStore('console-request', () => {
  const accounts = useAccounts()
  const chosenAccountId = ref<string | null>(null)
  const chosenKeyId = ref<string | null>(null)
  const method = ref<ConsoleMethod>('GET')
  const path = ref('/v1/')
  const query = ref<ConsoleQueryPair[]>([])
  /** JSON as typed; it is not sent with a GET. */
  const body = ref('')
  const form = shallowRef<ConsoleParameterForm | null>(null)
  /** JSON as typed into fields of the form, by field. While it is not valid, the request has the value before it. */
  const typedJson = ref<Record<string, string>>({})
  const part = ref<ConsoleRequestPart>('query')
  const source = ref('endpoints')
  /** Changes when a request was saved or sent, or its account was merged: lists of requests are read again. */
  const listVersion = ref(0)

  const answer = shallowRef<ConsoleAnswer | null>(null)
  /** The request that the answer or the error belongs to. */
  const answered = shallowRef<
    (Pick<ConsoleRequest, 'accountId' | 'method' | 'path' | 'query'> & { sendId: string }) | null
  >(null)
  const sendError = shallowRef<AppError | null>(null)
  /** The outcome of the change in `answered`; null while it is not known. */
  const ended = shallowRef<EndedChange | null>(null)
  const sending = shallowRef<{ sendId: string; keyLabel: string | null } | null>(null)

  /** One of the selected accounts. It stays the same when an account is added that comes before it in the list. */
  const offeredAccountId = ref<string | null>(null)
  watch(
    () => accounts.selected.map(({ id }) => id),
    (selectedIds) => {
      if (offeredAccountId.value === null || !selectedIds.includes(offeredAccountId.value))
        offeredAccountId.value = selectedIds[0] ?? null
    },
    { immediate: true, flush: 'sync' },
  )
  /** The chosen account while it exists, or else the offered one. */
  const accountId = computed(() =>
    chosenAccountId.value !== null && accounts.byId(chosenAccountId.value)
      ? chosenAccountId.value
      : offeredAccountId.value,
  )
  const account = computed(() => (accountId.value === null ? null : accounts.byId(accountId.value)))
  const keyId = computed(() =>
    account.value?.keys.some(({ id }) => id === chosenKeyId.value) ? chosenKeyId.value : null,
  )
  const content = computed<ConsoleRequestContent>(() => ({
    method: method.value,
    path: path.value.trim(),
    query: query.value.filter(({ name, value }) => name !== '' || value !== ''),
    body: method.value === 'GET' || body.value.trim() === '' ? null : body.value,
  }))

  watch(method, (chosen) => {
    if (chosen === 'GET' && part.value === 'body') part.value = 'query'
  })

  // A form whose path differs from the path of the request would write into another request.
  watch(content, (edited) => {
    if (form.value && !isRequestOfForm(form.value, edited)) form.value = null
  })

  // The document of one service, and its pinned operations, do not apply to another service.
  watch([form, () => account.value?.baseUrl], ([shown, baseUrl]) => {
    if (shown?.document && shown.document.baseUrl !== baseUrl) form.value = null
  })

  watch(form, () => (typedJson.value = {}), { flush: 'sync' })

  /** Replaces the request by another one, such as a saved one. */
  function load(next: ConsoleRequestContent, nextForm: ConsoleParameterForm | null = null): void {
    method.value = next.method
    path.value = next.path
    query.value = next.query.map((pair) => ({ ...pair }))
    body.value = next.body ?? ''
    form.value = nextForm
    part.value = nextForm ? 'parameters' : next.body === null || next.method === 'GET' ? 'query' : 'body'
  }

  /** A change was sent, and the user cancelled the wait for its answer. */
  const isAbandoned = computed(
    () => sendError.value?.kind === 'unsettled' && sendError.value.details['isCancelled'] === true,
  )
  /** Why the request has no answer. The end of an abandoned change replaces the error of the cancellation. */
  const error = computed(() => (isAbandoned.value ? (ended.value?.error ?? sendError.value) : sendError.value))

  let isListening = false
  /** Called when the console opens: from then on, an account can be chosen that is merged into another one later. */
  function listen(): void {
    if (isListening) return
    isListening = true
    onMainEvent('console.sending', ({ sendId, keyLabel }) => {
      if (sending.value?.sendId === sendId) sending.value = { sendId, keyLabel }
    })
    onMainEvent('console.changeEnded', ({ sendId, status, outcome, changeId, error: lost }) => {
      listVersion.value += 1
      if (answered.value?.sendId !== sendId) return
      ended.value = { status, outcome, changeId, error: lost && fromWireError(lost) }
    })
    onMainEvent('accounts.merged', ({ accountId: into, fromAccountId }) => {
      if (chosenAccountId.value === fromAccountId) chosenAccountId.value = into
      if (answered.value?.accountId === fromAccountId) answered.value = { ...answered.value, accountId: into }
      listVersion.value += 1
    })
  }

  async function send(request: ConsoleRequest, confirmationId: string | null): Promise<void> {
    listen()
    const sendId = crypto.randomUUID()
    // The answer below belongs to this account, also after others are selected.
    chosenAccountId.value = request.accountId
    sending.value = { sendId, keyLabel: null }
    sendError.value = null
    answer.value = null
    ended.value = null
    answered.value = { sendId, ...request }
    try {
      answer.value = await mainCommands.console.send({ sendId, request, confirmationId })
    } catch (thrown) {
      sendError.value = toAppError(thrown)
    } finally {
      sending.value = null
      listVersion.value += 1
    }
  }

  async function cancel(): Promise<void> {
    if (sending.value) await mainCommands.console.cancel({ sendId: sending.value.sendId })
  }

  return {
    accountId,
    account,
    keyId,
    chosenAccountId,
    chosenKeyId,
    method,
    path,
    query,
    body,
    form,
    typedJson,
    part,
    source,
    listVersion,
    content,
    answer,
    answered,
    error,
    sending,
    isAbandoned,
    ended,
    listen,
    load,
    send,
    cancel,
  }
})

function isRequestOfForm(form: ConsoleParameterForm, content: ConsoleRequestContent): boolean {
  const { method, path } = content
  if (form.document) return method === form.method && form.document.isPathAndQueryFromForm(content)
  const [shown, given] = [form.template.split('/'), path.split('/')]
  const isMatch = (part: string, index: number) => part.startsWith('{') || part === given[index]
  return method === form.method && shown.length === given.length && shown.every(isMatch)
}
