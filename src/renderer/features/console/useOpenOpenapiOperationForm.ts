import { markRaw } from 'vue'
import { fillRequestVariables } from '#shared/console/find-and-fill-request-variables.ts'
import type { ConsoleRequestContent } from '#shared/ipc/console.ts'
import { createOperationFormModel } from '#renderer/features/console/openapi/operation-form-model.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import { useAccounts } from '#renderer/stores/accounts-and-selection.ts'
import { useConsoleRequestAndAnswer } from './console-request-and-answer-store.ts'
import ImportedOperationParameterForm from './ImportedOperationParameterForm.vue'

/**
 * Returns a function that opens the form of an operation of the document that was imported for an account. Throws
 * `not_found` and errors of the reading.
 */
export function useOpenOpenapiOperationForm(): (
  accountId: string,
  documentId: string,
  operationId: string,
) => Promise<void> {
  const store = useConsoleRequestAndAnswer()
  const accounts = useAccounts()
  let newest = 0
  return async (accountId, documentId, operationId) => {
    const mine = ++newest
    const baseUrl = accounts.byId(accountId)?.baseUrl ?? ''
    const operation = await mainCommands.openapi.operation({ documentId, operationId })
    if (mine !== newest) return
    const request = createOperationFormModel(documentId, operation)

    /** Values that were typed into the body outside the form are checked as they are sent. */
    async function checkBeforeSending(content: ConsoleRequestContent): Promise<Record<string, string> | null> {
      const { content: built, secrets } = request.build()
      const isEdited = content.body !== built.body
      const filled = fillRequestVariables(content, secrets)
      const isRight = await request.check(isEdited && filled.body !== null ? { body: JSON.parse(filled.body) } : {})
      return isRight || request.sendsDespiteIssues.value ? secrets : null
    }

    store.load(request.build().content, {
      method: operation.method,
      template: operation.path,
      component: markRaw(ImportedOperationParameterForm),
      props: { request, accountId, formId: crypto.randomUUID() },
      document: {
        operationId,
        baseUrl,
        isPathAndQueryFromForm: (content) => isSameTarget(content, request.build().content),
        checkBeforeSending,
      },
    })
  }
}

function isSameTarget(one: ConsoleRequestContent, other: ConsoleRequestContent): boolean {
  return one.path === other.path && JSON.stringify(one.query) === JSON.stringify(other.query)
}
