import { reactive, shallowRef } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { ConsoleRequestContent } from '#shared/ipc/console.ts'
import type { OpenapiOperationWithFields, OpenapiValueIssue } from '#shared/ipc/openapi.ts'
import { mainCommands } from '#renderer/ipc-client.ts'
import {
  buildConsoleRequest,
  parseOperationFormValues,
  type TypedOperationFormValues,
} from './build-console-request.ts'
import { createInitialOperationFormValue } from './operation-form-value.ts'

/** A value to correct. `json`: the text is no JSON. */
export type OperationFormValueIssue = Omit<OpenapiValueIssue, 'rule'> & { rule: OpenapiValueIssue['rule'] | 'json' }

/**
 * The values, the errors and the check of one operation's form. They are kept while another tab is shown instead of the
 * form.
 */
export type OperationFormModel = ReturnType<typeof createOperationFormModel>

export function createOperationFormModel(documentId: string, operation: OpenapiOperationWithFields) {
  const input: TypedOperationFormValues = reactive({
    path: operation.pathFields.map(createInitialOperationFormValue),
    query: operation.queryFields.map(({ field }) => createInitialOperationFormValue(field)),
    body: operation.body && createInitialOperationFormValue(operation.body),
  })
  const issues = shallowRef<OperationFormValueIssue[]>([])
  const unchecked = shallowRef<string[]>([])
  const error = shallowRef<AppError | null>(null)
  const isChecking = shallowRef(false)
  /** True: the user sends values that the document does not allow. */
  const sendsDespiteIssues = shallowRef(false)

  let newestCheck = 0

  /** The request with a variable for each hidden value, and the values of these variables. */
  function build(): { content: ConsoleRequestContent; secrets: Record<string, string> } {
    const secrets: Record<string, string> = {}
    const values = parseOperationFormValues(operation, input, (name, text) => {
      const variable = nameVariable(name, secrets)
      secrets[variable] = text
      return `{{${variable}}}`
    })
    return { content: buildConsoleRequest(operation, values), secrets }
  }

  /** True if nothing is to correct. `body`: as edited outside the form; undefined: the body of the form. */
  async function check({ body: edited, ignored = [] }: { body?: unknown; ignored?: string[] } = {}): Promise<boolean> {
    const { issues: own, path, query, body: typed } = parseOperationFormValues(operation, input)
    const body = edited === undefined ? typed : edited
    const mine = ++newestCheck
    isChecking.value = true
    error.value = null
    try {
      const given = { path, query, ...(body !== undefined && { body }) }
      const answer = await mainCommands.openapi.checkValues({ documentId, operationId: operation.id, ...given })
      // A newer check is about newer values.
      if (mine !== newestCheck) return false
      issues.value = [
        ...own.map(({ place, issue }) => ({ ...issue, place })),
        ...answer.issues.filter(({ place, path: at }) => place !== 'path' || !ignored.includes(at[0] ?? '')),
      ]
      unchecked.value = answer.unchecked
      return issues.value.length === 0
    } catch (thrown) {
      error.value = toAppError(thrown)
      return false
    } finally {
      if (mine === newestCheck) isChecking.value = false
    }
  }

  /**
   * Pins the reading with the values of the form; each server page fills in its server name. Returns whether it was
   * pinned.
   */
  async function pin(): Promise<boolean> {
    if (!(await check({ ignored: [serverNamePathParameter] }))) return false
    const values = parseOperationFormValues(operation, input)
    delete values.path[serverNamePathParameter]
    const { path, query } = buildConsoleRequest(operation, values)
    const title = operation.summary || operation.id
    try {
      await mainCommands.openapi.pin({ documentId, operationId: operation.id, title, path, query })
      return true
    } catch (thrown) {
      error.value = toAppError(thrown)
      return false
    }
  }

  return { operation, input, issues, unchecked, error, isChecking, sendsDespiteIssues, build, check, pin }
}

export const serverNamePathParameter = 'servername'

function nameVariable(field: string, taken: Record<string, string>): string {
  const plain = field.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_').slice(0, 60) || 'secret'
  let name = plain
  for (let number = 2; Object.hasOwn(taken, name); number += 1) name = `${plain}${number}`
  return name
}
