import { isServerErrorStatus } from '#shared/api/error-predicates.ts'
import { getServiceInputErrors, type WireError } from '#shared/app-error.ts'

/** Kinds whose message says more than their title: faults of Banto itself. */
const internalKinds: readonly WireError['kind'][] = ['bug', 'database_failed', 'unknown_command']

/** After a 5xx, the service may have done what was requested, so the text must not say that it was rejected. */
function labelKeyOf({ kind, status }: WireError): string {
  return kind === 'service' && isServerErrorStatus(status) ? 'error.service_5xx' : `error.${kind}`
}

/**
 * Returns the service's message and its input errors; without a message, the title of the error as the window shows it
 * (`error.…`).
 */
export function formatErrorMessageForCsv(error: WireError, labels: Readonly<Record<string, string>>): string {
  const title = internalKinds.includes(error.kind) ? undefined : labels[labelKeyOf(error)]
  return [error.serviceMessage ?? title ?? error.message, ...getServiceInputErrors(error)].join('; ')
}
