import { computed, onScopeDispose, shallowRef, type WatchSource } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { OpenapiDocumentRefusal } from '#shared/openapi/openapi-document-problems.ts'
import { useAsyncData } from '#renderer/composables/useAsyncData.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/** Loads the imported OpenAPI document of an account and its pinned operations, and imports another document. */
export function useOpenapiDocument(accountId: () => string | null, reloadOn: WatchSource[]) {
  const found = useAsyncData(
    async () => {
      const id = accountId()
      if (id === null) return { document: null, pins: [] }
      const [[document = null], pins] = await Promise.all([
        mainCommands.openapi.list({ accountId: id }),
        mainCommands.openapi.pins({ accountId: id }),
      ])
      return { document, pins }
    },
    { watch: [accountId], reloadOn },
  )
  const refused = shallowRef<{ fileName: string; refusal: OpenapiDocumentRefusal } | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isImporting = shallowRef(false)
  let isDisposed = false
  onScopeDispose(() => void (isDisposed = true))

  async function importFile(): Promise<void> {
    const id = accountId()
    if (id === null) return
    isImporting.value = true
    refused.value = null
    error.value = null
    try {
      const answer = await mainCommands.openapi.import({ accountId: id })
      if (isDisposed) return
      if (answer.outcome === 'refused') refused.value = answer
      if (answer.outcome === 'imported') await found.reload()
    } catch (thrown) {
      error.value = toAppError(thrown)
    } finally {
      isImporting.value = false
    }
  }

  return {
    document: computed(() => found.data.value?.document ?? null),
    pins: computed(() => found.data.value?.pins ?? []),
    isLoaded: computed(() => found.data.value !== null),
    error: computed(() => error.value ?? found.error.value),
    refused,
    isImporting,
    importFile,
    reload: found.reload,
  }
}
