import { getServiceInputErrors, type WireError } from '#shared/app-error.ts'

/** Kinds whose message says more than their title: faults of Banto itself. */
const internalKinds: readonly WireError['kind'][] = ['bug', 'database_failed', 'unknown_command']

/**
 * Returns the service's message and its input errors; without a message, the title of the error's kind as the window
 * shows it (`error.…`).
 */
export function formatErrorMessageForCsv(error: WireError, labels: Readonly<Record<string, string>>): string {
  const title = internalKinds.includes(error.kind) ? undefined : labels[`error.${error.kind}`]
  return [error.serviceMessage ?? title ?? error.message, ...getServiceInputErrors(error)].join('; ')
}
