import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'

/**
 * Returns true if an undo can be planned: the change was made or may have been made, and its request is not in flight.
 */
export function mayUndoChange({
  change,
  result,
  isLockThatCannotBeUndone,
}: Pick<ChangeLogEntry, 'change' | 'result' | 'isLockThatCannotBeUndone'>): boolean {
  if (change.kind === 'server' || change.kind === 'console' || isLockThatCannotBeUndone) return false
  return result === 'done' || result === 'unknown'
}
