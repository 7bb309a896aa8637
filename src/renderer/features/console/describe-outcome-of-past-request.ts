import type { ConsoleHistoryRow } from '#shared/ipc/console.ts'

/** Returns the status of the response as text, or why there is none. */
export function describeOutcomeOfPastRequest(
  { status, errorKind }: Pick<ConsoleHistoryRow, 'status' | 'errorKind'>,
  t: (key: string) => string,
): string {
  if (status !== null) return String(status)
  // The service may have answered after the cancellation.
  if (errorKind === 'cancelled') return t('errors.kinds.cancelled.title')
  // A part of a response may have arrived.
  return t(errorKind === 'cut_off' || errorKind === 'timeout' ? 'logs.noCompleteAnswer' : 'logs.noAnswer')
}
