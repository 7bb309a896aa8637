import { computed, onScopeDispose, shallowRef, watch, type WatchSource } from 'vue'
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
  const importError = shallowRef<AppError | null>(null)
  const isImporting = shallowRef(false)
  let isDisposed = false
  onScopeDispose(() => void (isDisposed = true))

  function forgetImport(): void {
    refused.value = null
    importError.value = null
  }
  watch(accountId, forgetImport)

  /** Returns whether a document was imported, which replaces the earlier one. */
  async function importFile(): Promise<boolean> {
    const id = accountId()
    if (id === null) return false
    isImporting.value = true
    forgetImport()
    try {
      const answer = await mainCommands.openapi.import({ accountId: id })
      if (isDisposed) return false
      if (answer.outcome === 'refused' && id === accountId()) refused.value = answer
      if (answer.outcome === 'imported') await found.reload()
      return answer.outcome === 'imported'
    } catch (thrown) {
      if (id === accountId()) importError.value = toAppError(thrown)
      return false
    } finally {
      isImporting.value = false
    }
  }

  return {
    document: computed(() => found.data.value?.document ?? null),
    pins: computed(() => found.data.value?.pins ?? []),
    isLoaded: computed(() => found.data.value !== null),
    error: found.error,
    importError,
    refused,
    isImporting,
    importFile,
    reload: found.reload,
  }
}
