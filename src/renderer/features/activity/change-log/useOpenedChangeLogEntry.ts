import { shallowRef, watch, type ShallowRef, type WatchSource } from 'vue'
import type { ChangeLogEntry } from '#shared/ipc/change-log.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/**
 * Returns the entry that the drawer shows. It is loaded again when `changed` changes: an unknown outcome may be settled
 * while the entry is open. An entry that does not exist any more, because nothing was sent, is closed.
 */
export function useOpenedChangeLogEntry(changed: WatchSource): ShallowRef<ChangeLogEntry | null> {
  const opened = shallowRef<ChangeLogEntry | null>(null)
  watch(changed, async () => {
    const { id } = opened.value ?? {}
    if (id === undefined) return
    const entry = await mainCommands.changeLog.get({ entryId: id }).catch(() => undefined)
    if (entry !== undefined && opened.value?.id === id) opened.value = entry
  })
  return opened
}
