import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'

/** Returns true if an undo of the change can be planned: it was or may have been made, and its outcome is not about to be known. */
export function mayUndoChange({
  change,
  result,
  isLockThatCannotBeUndone,
}: Pick<ChangeLogEntry, 'change' | 'result' | 'isLockThatCannotBeUndone'>): boolean {
  if (change.kind === 'server' || change.kind === 'console' || isLockThatCannotBeUndone) return false
  return result === 'done' || result === 'unknown'
}
