import type { LoggedChange } from '#shared/ipc/change-log.ts'

/**
 * Returns what the undo of a change leaves as it is. It overwrites a setting that was changed again since, but not a
 * record.
 */
export function getUndoChangeHintTextKey({ kind }: Pick<LoggedChange, 'kind'>): string {
  const isRecord = kind === 'add' || kind === 'change' || kind === 'delete'
  return isRecord ? 'activity.undoHint' : 'activity.undoHintOfSetting'
}
