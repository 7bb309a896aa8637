import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { toAppError, type AppError } from '#shared/app-error.ts'
import type { DomainSnapshot } from '#shared/ipc/domain-snapshots.ts'
import { mainCommands } from '#renderer/ipc-client.ts'

/** Stands for the domain as last read, in place of the ID of another snapshot. */
export const lastReadState = 'now'

/** Loads a snapshot, and the other snapshot that the user chooses to compare it with. */
export function useComparedSnapshots(snapshotId: string) {
  const otherId = ref(lastReadState)
  const loaded = shallowRef<ReadonlyMap<string, DomainSnapshot>>(new Map())
  /** By snapshot: the error of one comparison is not shown beside another. */
  const errors = shallowRef<ReadonlyMap<string, AppError>>(new Map())
  let isEnded = false

  function setError(id: string, error: AppError | null): void {
    const others = [...errors.value].filter(([failedId]) => failedId !== id)
    errors.value = new Map(error === null ? others : [...others, [id, error]])
  }

  async function load(id: string): Promise<void> {
    setError(id, null)
    try {
      const found = await mainCommands.snapshots.get({ snapshotId: id })
      if (!isEnded) loaded.value = new Map([...loaded.value, [id, found]])
    } catch (thrown) {
      if (!isEnded) setError(id, toAppError(thrown))
    }
  }

  watch(otherId, (id) => {
    if (id !== lastReadState && !loaded.value.has(id)) void load(id)
  })
  onScopeDispose(() => {
    isEnded = true
  })
  void load(snapshotId)

  return {
    otherId,
    snapshot: computed(() => loaded.value.get(snapshotId) ?? null),
    other: computed(() => loaded.value.get(otherId.value) ?? null),
    error: computed(() => errors.value.get(snapshotId) ?? errors.value.get(otherId.value) ?? null),
  }
}
